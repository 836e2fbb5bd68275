import * as v from 'valibot'
import { linkRequestSchema } from '#domain/mqtt-link/connection-settings.ts'
import { linkMessageSchema, subscriptionOptionsSchema } from '#domain/mqtt-link/link-message.ts'
import { dataPathSchema } from '#features/diagnose/charts/chart-values.ts'

const direction = v.picklist(['received', 'published'])
export type Direction = v.InferOutput<typeof direction>

const request = v.number()
const place = v.pipe(v.number(), v.integer(), v.minValue(0))

export const exportFormats = ['csv', 'json', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

const viewSchema = v.object({
  direction,
  search: v.string(),
  topic: v.string(),
  /** The newest message to list, set while the user reads. */
  upTo: v.optional(v.number()),
  start: place,
  end: place,
  /**
   * The chart to draw: the topic is the chosen one or that of the latest number, the path is the chosen one or the
   * first with numbers.
   */
  chart: v.optional(v.object({ topic: v.optional(v.string()), path: v.optional(dataPathSchema) })),
})
export type MessageListing = v.InferOutput<typeof viewSchema>

const wantedSubscription = v.object({
  filter: v.string(),
  options: subscriptionOptionsSchema,
  /** True if the messages are counted but not listed. */
  isMuted: v.boolean(),
})
export type WantedSubscription = v.InferOutput<typeof wantedSubscription>

/** A message from the page to the worker of one connection. */
export const pageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('connect'), request: linkRequestSchema }),
  v.object({ type: v.literal('disconnect') }),
  /** Starts the next attempt to connect at once. */
  v.object({ type: v.literal('retry') }),
  /** Contains all subscriptions each time: the worker subscribes and unsubscribes the differences. */
  v.object({ type: v.literal('subscriptions'), wanted: v.array(wantedSubscription) }),
  v.object({ type: v.literal('publish'), id: request, message: linkMessageSchema }),
  v.object({ type: v.literal('list'), view: viewSchema }),
  /** The list is not shown, so only counts are sent. */
  v.object({ type: v.literal('unlist') }),
  v.object({ type: v.literal('open'), id: request, direction, seq: v.number() }),
  v.object({ type: v.literal('clear'), direction }),
  v.object({ type: v.literal('limits'), count: v.number(), bytes: v.number() }),
  v.object({ type: v.literal('export'), id: request, format: v.picklist(exportFormats), view: viewSchema }),
])
export type PageMessage = v.InferOutput<typeof pageMessageSchema>
