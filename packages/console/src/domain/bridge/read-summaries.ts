import { type ActionSummary, actions } from '@brokerdeck/contract/integration/actions.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { queryOptions } from '@tanstack/react-query'
import { getProblem } from '#api/errors.ts'
import { type RequestOptions, request } from '#api/http.ts'
import { polling } from '#api/query.ts'

const endpointsOf = { action: actions, source: sources } as const
type Summarized = keyof typeof endpointsOf

/** The path names no object that could be missing, so 404 means that the endpoint does not exist. */
const isMissing = (error: unknown) => {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.status === 404
}

/** The clients whose broker has no summaries and is not asked for them again. */
const withoutSummaries = new WeakSet<object>()

/**
 * Requests all actions or all sources, each with its state and the rules that use it. Brokers before 5.8.5 have no
 * summaries; their complete lists contain the same data, and more. `asker` identifies the client, for which the
 * missing endpoint is remembered.
 */
export async function askSummaries(
  kind: Summarized,
  options: RequestOptions = {},
  asker: object = {},
): Promise<readonly ActionSummary[]> {
  const { summary, list } = endpointsOf[kind]
  if (withoutSummaries.has(asker)) return await request(list, {}, options)
  try {
    return await request(summary, {}, options)
  } catch (error) {
    if (!isMissing(error)) throw error
    withoutSummaries.add(asker)
    return await request(list, {}, options)
  }
}

/** The same request as a cached query that polls. */
export function readSummaries(kind: Summarized, { pollSeconds }: { readonly pollSeconds?: number } = {}) {
  return queryOptions({
    queryKey: [endpointsOf[kind].summary.path, {}] as const,
    queryFn: ({ signal, client, queryKey }) =>
      askSummaries(kind, { signal, isSilent: client.getQueryState(queryKey)?.data !== undefined }, client),
    ...(pollSeconds === undefined ? {} : polling<readonly ActionSummary[]>(pollSeconds)),
  })
}
