import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './metrics.en.ts'
import * as zh from './metrics.zh.ts'

export const { brokerHistory, metricWords, metrics } = defineMessages(en, zh)
