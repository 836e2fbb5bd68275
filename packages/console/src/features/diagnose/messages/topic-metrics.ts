import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './topic-metrics.en.ts'
import * as zh from './topic-metrics.zh.ts'

export const { topicMetrics, slowSubscriptions } = defineMessages(en, zh)
