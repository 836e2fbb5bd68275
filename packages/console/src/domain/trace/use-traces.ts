import { trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'

/** While a trace waits or runs its status and sizes change by themselves. */
const pollSeconds = 5

/** All traces, the newest start first; asked again as long as one of them is not over. */
export function useTraces() {
  const result = useQuery(read(trace.list, {}))
  const hasActive = result.data?.some(({ status }) => status !== 'stopped') ?? false
  useQuery({ ...read(trace.list, {}, { pollSeconds }), enabled: hasActive })
  return result
}
