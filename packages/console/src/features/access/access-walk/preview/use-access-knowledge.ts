import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import type { AccessState } from './access-policy.ts'
import type { AccessSample, AccessSurroundings } from './access-sample.ts'
import { readSample } from './read-sample.ts'
import { readSurroundings } from './read-surroundings.ts'

/** Everything that is known of whom a change concerns. */
export interface AccessKnowledge {
  readonly sample: AccessSample
  readonly surroundings: AccessSurroundings
  readonly state: AccessState
}

const keptMs = 60_000

/**
 * Who is connected and subscribed, and how that is decided: read once, never polled. The sample is kept for a minute; what
 * the console itself may just have changed is read anew. `hasRules`: those of the built-in database are needed, even if
 * it is not in the chain.
 */
export function useAccessKnowledge(hasRules: boolean) {
  const sources = useQuery(read(authorization.sources, {}))
  const settings = useQuery(read(authorization.settings, {}))
  const sample = useQuery({
    queryKey: ['access-sample'],
    queryFn: ({ signal }) => readSample(signal),
    staleTime: keptMs,
  })
  const needsRules =
    hasRules || sources.data?.sources.some(({ type }) => type === 'built_in_database') === true
  const surroundings = useQuery({
    queryKey: ['access-surroundings', sample.dataUpdatedAt, needsRules],
    queryFn: ({ signal }) =>
      readSurroundings([...(sample.data?.sessions.values() ?? [])], needsRules, signal),
    enabled: sample.data !== undefined && sources.data !== undefined,
    gcTime: 0,
  })
  const queries = [sources, settings, sample, surroundings]
  const parts = [sample.data, surroundings.data, sources.data?.sources, settings.data?.no_match] as const
  const [sampled, around, chain, noMatch] = parts
  const data = useMemo<AccessKnowledge | undefined>(
    () =>
      sampled && around && chain && noMatch
        ? { sample: sampled, surroundings: around, state: { sources: chain, noMatch, rules: around.rules } }
        : undefined,
    [sampled, around, chain, noMatch],
  )
  return {
    data,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}
