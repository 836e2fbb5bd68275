import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { bufferBytesPerNode } from '@brokerdeck/contract/integration/buffer-size.ts'
import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { actionCounts } from '#domain/bridge/action-counts.ts'
import type { ActionBuffer, ActionLosses } from '#features/monitoring/overview/health/checks/action-losses.ts'

/** Each time these are read, those for which most messages wait: each costs two requests. */
const fullestRead = 3
/** And so many of the others in turn: few large messages fill a buffer as well as many small ones. */
const othersRead = 4
/** Two readings closer to each other say nothing about growth. */
const leastMs = 4_000

interface ReadBuffer extends ActionBuffer {
  readonly readAt: number
}

export interface WatchedLosses extends ActionLosses {
  readonly buffers: readonly ReadBuffer[]
  readonly since: number
  /** By id: what had been dropped when the watch began. */
  readonly droppedBefore: ReadonlyMap<string, number>
}

/** Sends one question to the broker, and throws where no answer can be used. */
export type AskBroker = <E extends Endpoint>(endpoint: E, given: RequestOf<E>) => Promise<ResponseOf<E>>

/** One request tells what all actions count; of those for which most messages wait, how full their buffers are. */
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
    // Counters may be reset meanwhile.
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

/** On each node; none where the broker tells no bytes, or not how many it keeps. */
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

/** Those for which most messages wait, then those whose last reading is the oldest. */
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
