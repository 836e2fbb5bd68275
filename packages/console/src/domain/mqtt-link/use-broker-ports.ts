import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { type BrokerPort, brokerPorts } from './broker-port.ts'

/** Returns the ports of the broker; undefined while they are unknown, not permitted, or not wanted. */
export function useBrokerPorts(isWanted = true): readonly BrokerPort[] | undefined {
  const { data: summaries } = useQuery({ ...read(listeners.list, { query: {} }), enabled: isWanted })
  const ids = (summaries ?? []).filter(({ type }) => type === 'ws' || type === 'wss').map(({ id }) => id)
  const details = useQueries({ queries: ids.map((id) => read(listeners.get, { params: { id } })) })
  return (
    summaries &&
    brokerPorts(
      summaries,
      details.flatMap(({ data }) => data ?? []),
    )
  )
}
