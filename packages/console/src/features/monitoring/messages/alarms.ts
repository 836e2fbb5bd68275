import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './alarms.en.ts'
import * as zh from './alarms.zh.ts'

export const { alarms } = defineMessages(en, zh)
