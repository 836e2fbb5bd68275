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
  /** Everything that ever came. */
  total: v.number(),
  kept: v.number(),
  bytes: v.number(),
  /** Fell out of the buffer. */
  dropped: v.number(),
  perSecond: v.number(),
  /** Arrived for muted subscriptions. */
  muted: v.number(),
})
export type Tally = v.InferOutput<typeof tallySchema>

const listedSchema = v.object({
  direction,
  search: v.string(),
  topic: v.string(),
  start: v.number(),
  /** Messages that the view has. */
  count: v.number(),
  /** More may be found. */
  isSearching: v.boolean(),
  rows: v.array(rowSchema),
})
export type ListedMessage = v.InferOutput<typeof listedSchema>

const chartedSchema = v.object({
  type: v.literal('charted'),
  direction,
  /** Those that may be chosen. */
  topics: v.array(v.string()),
  /** Others are left out. */
  hasMore: v.boolean(),
  /** What is drawn, or could not be; missing where there are no messages. */
  topic: v.optional(v.string()),
  /** Of the topic, those that were looked at. */
  messages: v.number(),
  ...chartValuesSchema.entries,
})
export type Charted = v.InferOutput<typeof chartedSchema>

const openedSchema = v.object({ ...linkMessageSchema.entries, seq: v.number(), at: v.number() })
export type OpenedMessage = v.InferOutput<typeof openedSchema>

/** From the worker of one connection to the page. */
export const workerMessageSchema = v.variant('type', [
  v.object({ type: v.literal('state'), state: linkStateSchema }),
  /** Without an answer: it was unsubscribed. */
  v.object({ type: v.literal('subscription'), filter: v.string(), answer: v.optional(linkAnswerSchema) }),
  v.object({ type: v.literal('published'), id: v.number(), answer: linkAnswerSchema }),
  v.object({
    type: v.literal('update'),
    received: tallySchema,
    published: tallySchema,
    listed: v.optional(listedSchema),
  }),
  chartedSchema,
  /** Without a message: it fell out of the buffer meanwhile. */
  v.object({ type: v.literal('opened'), id: v.number(), message: v.optional(openedSchema) }),
  v.object({ type: v.literal('exported'), id: v.number(), text: v.string(), isLast: v.boolean() }),
])
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>
