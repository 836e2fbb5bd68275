import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { polling } from '#api/query.ts'
import { type ActionCounts, actionCounts } from '#domain/bridge/action-counts.ts'
import { bridgeId } from '#features/integration/bridges/bridge-state.ts'
import { formatRate } from '#i18n/format-number.ts'
import { Amount } from '#ui/marks.tsx'

interface Traffic {
  readonly at: number
  readonly counts: ReadonlyMap<string, ActionCounts>
  readonly before: Pick<Traffic, 'at' | 'counts'> | undefined
}

const pollSeconds = 10
/** A rate needs two readings, so the second reading follows soon. */
const firstPollSeconds = 5
/** Two readings that are further apart do not describe the current rate. */
const mostMs = 60_000

const queryKey = [prometheus.dataIntegration.path, 'traffic'] as const

/** A single request serves all connectors, however many actions they have. */
const trafficQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }: QueryFunctionContext): Promise<Traffic> => {
    const last = client.getQueryData<Traffic>(queryKey)
    const query = { mode: 'all_nodes_aggregated' } as const
    const text = await request(
      prometheus.dataIntegration,
      { query },
      { signal, isSilent: last !== undefined },
    )
    const at = Date.now()
    return {
      at,
      counts: new Map(actionCounts(String(text)).map((one) => [one.id, one])),
      before: last !== undefined && at - last.at < mostMs ? last : undefined,
    }
  },
  ...polling<Traffic>((known) => (known?.before === undefined ? firstPollSeconds : pollSeconds)),
  structuralSharing: false,
})

interface OfConnector {
  readonly connector: Pick<Connector, 'type' | 'actions'>
}

function useCounted<Value>(
  { connector }: OfConnector,
  of: (traffic: Traffic, id: string) => Value | undefined,
) {
  const { data } = useQuery(trafficQuery)
  if (data === undefined) return undefined
  const { type, actions } = connector
  return actions.map((name) => of(data, bridgeId({ type, name })))
}

const sum = (values: readonly (number | undefined)[] | undefined): number | undefined =>
  values?.reduce<number | undefined>(
    (all, one) => (all === undefined || one === undefined ? undefined : all + one),
    0,
  )

/** Shows how many messages per second rules hand to the connector's actions. */
export function ConnectorRate(props: OfConnector) {
  const rate = useCounted(props, ({ at, counts, before }, id) => {
    const [now, then] = [counts.get(id)?.matched, before?.counts.get(id)?.matched]
    // The counters may have been reset between the two readings.
    return before === undefined || now === undefined || then === undefined || now < then
      ? undefined
      : (now - then) / ((at - before.at) / 1000)
  })
  return <Amount value={sum(rate)} format={formatRate} />
}

/** Shows how many messages the connector's actions have in their buffers or have sent without a response so far. */
export function ConnectorPending(props: OfConnector) {
  const waiting = useCounted(props, ({ counts }, id) => {
    const one = counts.get(id)
    return one && one.queuing + one.inflight
  })
  return <Amount value={sum(waiting)} />
}
