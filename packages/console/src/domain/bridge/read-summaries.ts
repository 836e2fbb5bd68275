import { type ActionSummary, actions } from '@brokerdeck/contract/integration/actions.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { queryOptions } from '@tanstack/react-query'
import { getProblem } from '#api/errors.ts'
import { type RequestOptions, request } from '#api/http.ts'
import { polling } from '#api/query.ts'

const endpointsOf = { action: actions, source: sources } as const
type Summarized = keyof typeof endpointsOf

/** Nothing is addressed by it that might be gone. */
const isMissing = (error: unknown) => {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.status === 404
}

/** It is not asked again for what it does not have. */
const withoutSummaries = new WeakSet<object>()

/**
 * All actions or all sources, each with how it fares and which rules use it. Brokers before 5.8.5 have no summaries; the
 * whole lists say the same, and more. `asker`: who need not be told twice.
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

/** The same, kept and asked again. */
export function readSummaries(kind: Summarized, { pollSeconds }: { readonly pollSeconds?: number } = {}) {
  return queryOptions({
    queryKey: [endpointsOf[kind].summary.path, {}] as const,
    queryFn: ({ signal, client, queryKey }) =>
      askSummaries(kind, { signal, isSilent: client.getQueryState(queryKey)?.data !== undefined }, client),
    ...(pollSeconds === undefined ? {} : polling<readonly ActionSummary[]>(pollSeconds)),
  })
}
