import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './trace.en.ts'
import * as zh from './trace.zh.ts'

export const { trace } = defineMessages(en, zh)
