import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './why.en.ts'
import * as zh from './why.zh.ts'

export const { why } = defineMessages(en, zh)
