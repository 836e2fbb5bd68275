import { defineMessages } from '#i18n/define-messages.ts'
import { en } from './messages.en.ts'
import { zh } from './messages.zh.ts'

export const m = defineMessages(en, zh)
