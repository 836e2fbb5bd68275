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
/** Of more actions than these nobody reads how full their buffers are: each costs two requests. */
const mostBuffers = 5
/** Two readings closer to each other say nothing about growth. */
const leastMs = 4_000

interface Watched extends ActionLosses {
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
    const state = client.getQueryState<Watched>(queryKey)
    const before = state?.data
    const asked = { signal, isSilent: before !== undefined }
    const text = String(
      await request(prometheus.dataIntegration, { query: { mode: 'all_nodes_aggregated' } }, asked),
    )
    const told = actionCounts(text)
    const fullest = told.filter(({ queuing }) => queuing > 0).sort((a, b) => b.queuing - a.queuing)
    const buffers = await Promise.all(fullest.slice(0, mostBuffers).map(({ id }) => buffersOf(id, asked)))
    const now = Date.now()
    const droppedBefore = new Map(
      // Counters may be reset meanwhile.
      told.map(({ id, dropped }) => [id, Math.min(dropped, before?.droppedBefore.get(id) ?? dropped)]),
    )
    const elapsed = now - (state?.dataUpdatedAt ?? now)
    return {
      since: before?.since ?? now,
      droppedBefore,
      watched: now - (before?.since ?? now),
      counts: told.map((one) => ({ ...one, droppedSince: one.dropped - (droppedBefore.get(one.id) ?? 0) })),
      buffers: buffers.flat().map((one) => ({ ...one, growth: growthOf(one, before, elapsed) })),
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

function growthOf(
  { id, node, bytes }: Omit<ActionBuffer, 'growth'>,
  before: Watched | undefined,
  elapsed: number,
) {
  const last = before?.buffers.find((one) => one.id === id && one.node === node)
  return last === undefined || elapsed < leastMs ? 0 : (bytes - last.bytes) / (elapsed / 1000)
}
