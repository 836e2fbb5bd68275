import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './listeners.en.ts'
import * as zh from './listeners.zh.ts'

export const { listeners } = defineMessages(en, zh)
