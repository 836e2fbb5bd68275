import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './messages.en.ts'
import * as zh from './messages.zh.ts'

export const { packageUpload } = defineMessages(en, zh)
