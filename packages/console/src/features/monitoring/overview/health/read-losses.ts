import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { bufferBytesPerNode } from '@brokerdeck/contract/integration/buffer-size.ts'
import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { actionCounts } from '#domain/bridge/action-counts.ts'
import type { ActionBuffer, ActionLosses } from '#features/monitoring/overview/health/checks/action-losses.ts'

/** The number of actions with the most queued messages that each reading covers. Each action takes two requests. */
const fullestRead = 3
/**
 * The number of other actions that each reading covers in turn, since a few large messages can fill a buffer as well
 * as many small ones.
 */
const othersRead = 4
/** The minimum time between two readings from which growth is computed, in milliseconds. */
const leastMs = 4_000

interface ReadBuffer extends ActionBuffer {
  readonly readAt: number
}

export interface WatchedLosses extends ActionLosses {
  readonly buffers: readonly ReadBuffer[]
  readonly since: number
  /** The messages dropped before the watch began, by action ID. */
  readonly droppedBefore: ReadonlyMap<string, number>
}

/** Sends one request to the broker; throws if there is no usable response. */
export type AskBroker = <E extends Endpoint>(endpoint: E, given: RequestOf<E>) => Promise<ResponseOf<E>>

/** Reads the counters of all actions with one request, and the buffers of the actions with the most queued messages. */
export async function readLosses(before: WatchedLosses | undefined, ask: AskBroker): Promise<WatchedLosses> {
  const text = String(await ask(prometheus.dataIntegration, { query: { mode: 'all_nodes_aggregated' } }))
  const told = actionCounts(text)
  const waiting = told.filter(({ queuing }) => queuing > 0).sort((a, b) => b.queuing - a.queuing)
  const turn = itsTurn(
    waiting.map(({ id }) => id),
    before?.buffers ?? [],
  )
  const fresh = (await Promise.all(turn.map((id) => readBuffers(id, ask)))).flat()
  const now = Date.now()
  const kept = (before?.buffers ?? []).filter(
    ({ id }) => !turn.includes(id) && waiting.some((one) => one.id === id),
  )
  const buffers = [...fresh.map((one) => withGrowth(one, before?.buffers ?? [], now)), ...kept]
  const droppedBefore = new Map(
    // Counters may be reset between two readings.
    told.map(({ id, dropped }) => [id, Math.min(dropped, before?.droppedBefore.get(id) ?? dropped)]),
  )
  return {
    since: before?.since ?? now,
    droppedBefore,
    watched: now - (before?.since ?? now),
    counts: told.map((one) => ({ ...one, droppedSince: one.dropped - (droppedBefore.get(one.id) ?? 0) })),
    buffers,
    looked: { actions: new Set([...turn, ...kept.map(({ id }) => id)]).size, waiting: waiting.length },
  }
}

/** Reads the buffers of an action on each node. Returns an empty array if the broker reports no bytes or no limit. */
async function readBuffers(id: string, ask: AskBroker): Promise<readonly Omit<ActionBuffer, 'growth'>[]> {
  const [{ node_metrics }, { resource_opts }] = await Promise.all([
    ask(actions.metrics, { params: { id } }),
    ask(actions.get, { params: { id } }),
  ])
  const limit = bufferBytesPerNode(resource_opts)
  if (limit === undefined) return []
  return node_metrics.flatMap(({ node, metrics: { queuing_bytes: bytes } }) =>
    bytes === undefined ? [] : [{ id, node, bytes, limit }],
  )
}

/** Returns the actions with the most queued messages, then those whose last reading is the oldest. */
export function itsTurn(
  waiting: readonly string[],
  read: readonly { readonly id: string; readonly readAt: number }[],
): readonly string[] {
  const readAt = new Map(read.map((one) => [one.id, one.readAt]))
  const others = waiting.slice(fullestRead).toSorted((a, b) => (readAt.get(a) ?? 0) - (readAt.get(b) ?? 0))
  return [...waiting.slice(0, fullestRead), ...others.slice(0, othersRead)]
}

function withGrowth(
  one: Omit<ActionBuffer, 'growth'>,
  before: readonly ReadBuffer[],
  readAt: number,
): ReadBuffer {
  const last = before.find(({ id, node }) => id === one.id && node === one.node)
  const elapsed = readAt - (last?.readAt ?? readAt)
  const growth = last === undefined || elapsed < leastMs ? 0 : (one.bytes - last.bytes) / (elapsed / 1000)
  return { ...one, growth, readAt }
}
