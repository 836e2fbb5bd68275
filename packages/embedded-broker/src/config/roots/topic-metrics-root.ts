import { text } from '@brokerdeck/contract/description/scalars.ts'
import { listOf, required, struct } from '@brokerdeck/contract/description/structures.ts'
import * as v from 'valibot'
import { configRoot } from '../config-root.ts'

/** The topics whose messages are counted; the figures are kept in memory. */
export const topicMetricsRoot = configRoot({
  name: 'topic_metrics',
  shape: v.array(v.object({ topic: v.string() })),
  initial: [],
  schema: listOf(struct('modules:topic_metrics', { topic: required(text) })),
})
