import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './monitoring.en.ts'
import * as zh from './monitoring.zh.ts'

export const { monitoringIntegration, alarmSettings } = defineMessages(en, zh)
