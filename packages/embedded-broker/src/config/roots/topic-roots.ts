import { listOf, required, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import { topicMetricsSchema, topicMetricsTopics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { autoSubscriptions } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { rewriteFields, rewriteRulesSchema } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { configRoot } from '../config-root.ts'
import { pattern } from '../pattern.ts'

const autoSubscribe = struct('auto_subscribe', { topics: withDefault(autoSubscriptions, []) })

export const autoSubscribeRoot = configRoot({
  name: 'auto_subscribe',
  shape: tolerant(autoSubscribe),
  schema: autoSubscribe,
})

export const rewriteRoot = configRoot({
  name: 'rewrite',
  shape: rewriteRulesSchema,
  initial: [],
  schema: listOf(struct('modules:rewrite', { ...rewriteFields, re: required(pattern) })),
})

/** The topics whose messages are counted; the counts are kept in memory. */
export const topicMetricsRoot = configRoot({
  name: 'topic_metrics',
  shape: topicMetricsSchema,
  initial: [],
  schema: topicMetricsTopics,
})
