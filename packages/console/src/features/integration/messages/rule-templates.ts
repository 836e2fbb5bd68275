import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './rule-templates.en.ts'
import * as zh from './rule-templates.zh.ts'

export const { templateTitles, templateTexts, templates } = defineMessages(en, zh)
