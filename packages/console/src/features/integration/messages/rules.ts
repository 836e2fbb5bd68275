import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './rules.en.ts'
import * as zh from './rules.zh.ts'

export const { rules } = defineMessages(en, zh)
