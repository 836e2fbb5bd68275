import * as v from 'valibot'
import { linkAnswerSchema, linkMessageSchema } from '#domain/mqtt-link/link-message.ts'
import { linkStateSchema } from '#domain/mqtt-link/link-state.ts'
import { chartValuesSchema } from '#features/diagnose/charts/chart-values.ts'

const rowSchema = v.object({
  seq: v.number(),
  at: v.number(),
  topic: v.string(),
  qos: v.picklist([0, 1, 2]),
  retain: v.boolean(),
  size: v.number(),
  preview: v.string(),
  isText: v.boolean(),
})

const direction = v.picklist(['received', 'published'])

const tallySchema = v.object({
  /** The number of all messages that ever arrived. */
  total: v.number(),
  kept: v.number(),
  bytes: v.number(),
  /** The number of messages that were dropped from the buffer. */
  dropped: v.number(),
  perSecond: v.number(),
  /** The number of messages that arrived for muted subscriptions. */
  muted: v.number(),
})
export type Tally = v.InferOutput<typeof tallySchema>

const listedSchema = v.object({
  direction,
  search: v.string(),
  topic: v.string(),
  start: v.number(),
  /** The number of messages in the view. */
  count: v.number(),
  /** True if the search may find more messages. */
  isSearching: v.boolean(),
  rows: v.array(rowSchema),
})
export type ListedMessage = v.InferOutput<typeof listedSchema>

const chartedSchema = v.object({
  type: v.literal('charted'),
  direction,
  /** The topics that can be chosen. */
  topics: v.array(v.string()),
  /** True if more topics exist than are listed. */
  hasMore: v.boolean(),
  /** The topic that is drawn, or that has no numbers to draw; missing if there are no messages. */
  topic: v.optional(v.string()),
  /** The number of messages of the topic that were looked at. */
  messages: v.number(),
  ...chartValuesSchema.entries,
})
export type Charted = v.InferOutput<typeof chartedSchema>

const openedSchema = v.object({ ...linkMessageSchema.entries, seq: v.number(), at: v.number() })
export type OpenedMessage = v.InferOutput<typeof openedSchema>

/** A message from the worker of one connection to the page. */
export const workerMessageSchema = v.variant('type', [
  v.object({ type: v.literal('state'), state: linkStateSchema }),
  /** The result of a subscription; without an answer, it was unsubscribed. */
  v.object({ type: v.literal('subscription'), filter: v.string(), answer: v.optional(linkAnswerSchema) }),
  v.object({ type: v.literal('published'), id: v.number(), answer: linkAnswerSchema }),
  v.object({
    type: v.literal('update'),
    received: tallySchema,
    published: tallySchema,
    listed: v.optional(listedSchema),
  }),
  chartedSchema,
  /** The opened message; without a message, it was dropped from the buffer meanwhile. */
  v.object({ type: v.literal('opened'), id: v.number(), message: v.optional(openedSchema) }),
  v.object({ type: v.literal('exported'), id: v.number(), text: v.string(), isLast: v.boolean() }),
])
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>
