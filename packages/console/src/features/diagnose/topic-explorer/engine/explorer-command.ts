import * as v from 'valibot'
import { captureStartSchema } from '#domain/mqtt-link/capture/capture-state.ts'
import { dataPathSchema } from '#features/diagnose/charts/chart-values.ts'
import { topicSources } from '#features/diagnose/topic-explorer/model/topic-node.ts'
import { treeKeys } from '#features/diagnose/topic-explorer/model/tree-keys.ts'

const source = v.picklist(topicSources)
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A command from the page to the worker. */
export const explorerCommandSchema = v.variant('kind', [
  v.object({
    kind: v.literal('add-routes'),
    routes: v.array(v.object({ topic: v.string(), node: v.string() })),
  }),
  v.object({
    kind: v.literal('add-retained'),
    messages: v.array(
      v.object({ topic: v.string(), qos: v.number(), publishedAt: v.number(), clientId: v.string() }),
    ),
  }),
  /** Removes what came from a source. */
  v.object({ kind: v.literal('forget'), source }),
  /** Removes single topics whose retained message was cleared. */
  v.object({ kind: v.literal('forget-retained'), topics: v.array(v.string()) }),
  /**
   * Tells which rows are visible, and the id of the row that must keep its place. No view is sent while no row is
   * visible.
   */
  v.object({ kind: v.literal('look'), start: count, count, anchor: v.optional(v.number()) }),
  v.object({ kind: v.literal('turn'), id: v.number(), isOpen: v.boolean() }),
  v.object({ kind: v.literal('turn-all'), isOpen: v.boolean() }),
  v.object({ kind: v.literal('press'), key: v.picklist(treeKeys) }),
  v.object({ kind: v.literal('type'), typed: v.string() }),
  v.object({ kind: v.literal('activate'), id: v.number() }),
  /** Sorts the tree; `activity` takes the order at the time of each request. */
  v.object({ kind: v.literal('arrange'), by: v.picklist(['name', 'activity']) }),
  v.object({ kind: v.literal('search'), text: v.string(), show: v.picklist(['all', ...topicSources]) }),
  v.object({ kind: v.literal('select'), topic: v.optional(v.string()), path: v.optional(dataPathSchema) }),
  v.object({ kind: v.literal('ask-payload'), ask: v.number(), topic: v.string(), seq: v.number() }),
  v.object({
    kind: v.literal('start'),
    ...captureStartSchema.entries,
  }),
  v.object({ kind: v.literal('stop') }),
])
export type ExplorerCommand = v.InferOutput<typeof explorerCommandSchema>
