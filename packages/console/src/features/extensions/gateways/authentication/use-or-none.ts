import { type UseQueryResult, useQuery } from '@tanstack/react-query'

/** An answer without a body is one, too: there is no authenticator. */
export function useOrNone<Found>(
  path: string,
  params: object,
  ask: (signal: AbortSignal) => Promise<Found | undefined>,
): UseQueryResult<Found | null, Error> {
  return useQuery({
    queryKey: [path, { params }, 'or none'],
    queryFn: async ({ signal }) => (await ask(signal)) ?? null,
  })
}
