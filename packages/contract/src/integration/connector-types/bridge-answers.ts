import { boolean, decimal, integer, text } from '../../description/scalars.ts'
import { field, listOf, struct } from '../../description/schema.ts'

const count = field(integer())
const rate = field(decimal)

const metrics = struct('bridge:metrics', {
  dropped: count,
  'dropped.other': count,
  'dropped.queue_full': count,
  'dropped.resource_not_found': count,
  'dropped.resource_stopped': count,
  failed: count,
  inflight: count,
  matched: count,
  queuing: count,
  rate,
  rate_last5m: rate,
  rate_max: rate,
  received: rate,
  retried: count,
  success: count,
})

const nodeMetrics = struct('bridge:node_metrics', {
  metrics: field(metrics),
  node: field(text, { described: { example: 'emqx@127.0.0.1' } }),
})

const nodeStatus = struct('actions_and_sources:response_node_status', {
  node: field(text),
  status: field(text),
  status_reason: field(text),
})

const summary = struct('actions_and_sources:response_summary', {
  created_at: count,
  description: field(text),
  enable: field(boolean),
  last_modified_at: count,
  name: field(text),
  node_status: field(listOf(nodeStatus)),
  rules: field(listOf(text)),
  status: field(text),
  status_reason: field(text),
  type: field(text),
})

/** The broker's descriptions of the metrics and summaries of actions and sources; its responses contain more fields. */
export const bridgeAnswers = { metrics, nodeMetrics, summary }
