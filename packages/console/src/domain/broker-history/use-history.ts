import { contract } from '@brokerdeck/contract/contract.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { type HistoryRange, pollSecondsOf, secondsOf } from './history-ranges.ts'

/** The history of the cluster, or of one node. */
export function useHistory(range: HistoryRange, node: string | undefined) {
  const query = { latest: secondsOf(range) }
  const options = { pollSeconds: pollSecondsOf(range) }
  const cluster = useQuery({
    ...read(contract.monitor.history, { query }, options),
    enabled: node === undefined,
  })
  const single = useQuery({
    ...read(contract.monitor.nodeHistory, { params: { node: node ?? '' }, query }, options),
    enabled: node !== undefined,
  })
  return node === undefined ? cluster : single
}

export function useHistoryByNode(range: HistoryRange, nodes: readonly string[]) {
  const query = { latest: secondsOf(range) }
  const options = { pollSeconds: pollSecondsOf(range) }
  return useQueries({
    queries: nodes.map((node) => read(contract.monitor.nodeHistory, { params: { node }, query }, options)),
  })
}
