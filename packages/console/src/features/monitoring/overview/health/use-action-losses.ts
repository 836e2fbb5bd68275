import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { bufferBytesPerNode } from '@brokerdeck/contract/integration/buffer-size.ts'
import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query'
import { type RequestOptions, request } from '#api/http.ts'
import { polling } from '#api/query.ts'
import { actionCounts } from '#domain/bridge/action-counts.ts'
import type { ActionBuffer, ActionLosses } from './checks/action-losses.ts'

const pollSeconds = 15
/** Growth needs two readings: the second comes soon. */
const firstPollSeconds = 5
/** What was counted outlives a visit to another page. */
const keptForMs = 3_600_000
/** Each time these are read, those for which most messages wait: each costs two requests. */
const fullestRead = 3
/** And so many of the others in turn: few large messages fill a buffer as well as many small ones. */
const othersRead = 4
/** Two readings closer to each other say nothing about growth. */
const leastMs = 4_000

interface ReadBuffer extends ActionBuffer {
  readonly readAt: number
}

interface Watched extends ActionLosses {
  readonly buffers: readonly ReadBuffer[]
  readonly since: number
  /** By id: what had been dropped when the watch began. */
  readonly droppedBefore: ReadonlyMap<string, number>
}

/** One request tells what all actions count; of those for which most messages wait, how full their buffers are. */
export function useActionLosses(isWanted: boolean) {
  return useQuery({ ...lossesQuery, enabled: isWanted })
}

const queryKey = [prometheus.dataIntegration.path, 'losses'] as const

const lossesQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }: QueryFunctionContext): Promise<Watched> => {
    const before = client.getQueryData<Watched>(queryKey)
    const asked = { signal, isSilent: before !== undefined }
    const text = String(
      await request(prometheus.dataIntegration, { query: { mode: 'all_nodes_aggregated' } }, asked),
    )
    const told = actionCounts(text)
    const waiting = told.filter(({ queuing }) => queuing > 0).sort((a, b) => b.queuing - a.queuing)
    const turn = itsTurn(
      waiting.map(({ id }) => id),
      before?.buffers ?? [],
    )
    const fresh = (await Promise.all(turn.map((id) => buffersOf(id, asked)))).flat()
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
  },
  ...polling<Watched>((known) => (known?.watched === 0 ? firstPollSeconds : pollSeconds)),
  gcTime: keptForMs,
  structuralSharing: false,
})

/** On each node; none where the broker tells no bytes, or not how many it keeps. */
async function buffersOf(
  id: string,
  asked: RequestOptions,
): Promise<readonly Omit<ActionBuffer, 'growth'>[]> {
  const [{ node_metrics }, { resource_opts }] = await Promise.all([
    request(actions.metrics, { params: { id } }, asked),
    request(actions.get, { params: { id } }, asked),
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
