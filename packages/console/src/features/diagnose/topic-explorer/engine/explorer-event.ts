import * as v from 'valibot'
import { captureViewSchema } from '#domain/mqtt-link/capture/capture-state.ts'
import { linkMessageSchema } from '#domain/mqtt-link/link-message.ts'
import { chartValuesSchema } from '#features/diagnose/charts/chart-values.ts'
import { topicSources } from '#features/diagnose/topic-explorer/model/topic-node.ts'

const source = v.picklist(topicSources)

const rowSchema = v.object({
  id: v.number(),
  /** The name of the level; empty in `a//b`. */
  name: v.string(),
  topic: v.string(),
  depth: v.number(),
  hasChildren: v.boolean(),
  isOpen: v.boolean(),
  position: v.number(),
  setSize: v.number(),
  /** The sources that name exactly this topic. */
  sources: v.array(source),
  /** The number of topics in the branch. */
  topics: v.number(),
  messages: v.number(),
  rate: v.number(),
  /** The preview of the last captured message. */
  preview: v.optional(v.string()),
  isFound: v.boolean(),
})
export type ExplorerRow = v.InferOutput<typeof rowSchema>

const routeSchema = v.object({ node: v.string(), group: v.optional(v.string()) })

const selectedSchema = v.object({
  topic: v.string(),
  /** The id of the node; missing while no source names the topic or a topic below it. */
  id: v.optional(v.number()),
  sources: v.array(source),
  /** The sources that name topics of the branch, including this topic. */
  below: v.array(source),
  hasChildren: v.boolean(),
  topics: v.number(),
  messages: v.number(),
  bytes: v.number(),
  rate: v.number(),
  /** The number of messages of exactly this topic; `kept` counts those that are still kept. */
  received: v.number(),
  kept: v.number(),
  routes: v.array(routeSchema),
  retained: v.optional(v.object({ qos: v.number(), publishedAt: v.number(), clientId: v.string() })),
  /** The subscribed filters that match a message of this topic. */
  filters: v.array(v.object({ filter: v.string(), routes: v.array(routeSchema) })),
})
export type SelectedTopic = v.InferOutput<typeof selectedSchema>

const entrySchema = v.object({
  seq: v.number(),
  time: v.number(),
  qos: v.number(),
  retain: v.boolean(),
  size: v.number(),
  isCut: v.boolean(),
  preview: v.string(),
})
export type HistoryEntry = v.InferOutput<typeof entrySchema>

const historySchema = v.object({
  kind: v.literal('history'),
  topic: v.string(),
  /** The kept messages, newest first. */
  entries: v.array(entrySchema),
  ...chartValuesSchema.entries,
})
export type TopicHistoryEvent = v.InferOutput<typeof historySchema>

const viewSchema = v.object({
  kind: v.literal('view'),
  start: v.number(),
  rows: v.array(rowSchema),
  rowCount: v.number(),
  /** The present position of the row that must keep its place. */
  anchor: v.optional(v.object({ id: v.number(), index: v.number() })),
  active: v.optional(v.object({ id: v.number(), index: v.number() })),
  /** True if the keyboard moved the active row, so that it has to be scrolled into view. */
  hasMoved: v.boolean(),
  topics: v.number(),
  named: v.object({ routes: v.number(), retained: v.number(), capture: v.number() }),
  nodes: v.number(),
  unplaced: v.number(),
  found: v.optional(v.number()),
  capture: captureViewSchema,
  selected: v.optional(selectedSchema),
})
export type ExplorerView = v.InferOutput<typeof viewSchema>

/** An event from the worker to the page. */
export const explorerEventSchema = v.variant('kind', [
  viewSchema,
  historySchema,
  v.object({
    kind: v.literal('payload'),
    ask: v.number(),
    payload: v.optional(linkMessageSchema.entries.payload),
    contentType: v.optional(v.string()),
  }),
])
export type ExplorerEvent = v.InferOutput<typeof explorerEventSchema>
