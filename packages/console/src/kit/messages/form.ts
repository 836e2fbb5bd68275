import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './form.en.ts'
import * as zh from './form.zh.ts'

export const { form, controls, shell } = defineMessages(en, zh)
