import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { read } from '#api/query.ts'
import { sameValue } from '#kit/form/same-value.ts'
import { runInSlices, type SlicedWork } from '#lib/run-in-slices.ts'
import type { AccessChange } from './access-change.ts'
import { type AccessState, policiesOf } from './access-policy.ts'
import type { AccessSample, AccessSurroundings } from './access-sample.ts'
import { type AccessComparison, compareAccess } from './compare-access.ts'
import { readSample } from './read-sample.ts'
import { readSurroundings } from './read-surroundings.ts'

const keptMs = 60_000

/** So long nobody must have typed. */
const restMs = 250

function* comparison(
  { state, sample, surroundings }: AccessKnowledge,
  change: AccessChange,
): SlicedWork<AccessComparison> {
  return yield* compareAccess(sample, surroundings, yield* policiesOf(state, change))
}

/** The same object as long as it says the same. */
function useKept<Value>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (kept === value || sameValue(kept, value)) return kept
  keep(value)
  return value
}

interface Compared {
  readonly comparison: AccessComparison
  readonly knowledge: AccessKnowledge
  readonly change: AccessChange
}

/** What a change comes to for who is connected, worked out without keeping the page busy. */
export function useAccessComparison(given: AccessChange) {
  const change = useKept(given)
  const { rules, source } = change
  const hasRules = rules !== undefined || source?.type === 'built_in_database'
  const { data: knowledge, ...reading } = useAccessKnowledge(hasRules)
  const [compared, setCompared] = useState<Compared>()
  useEffect(() => {
    if (knowledge === undefined) return
    const stop = new AbortController()
    const rest = setTimeout(async () => {
      const result = await runInSlices(comparison(knowledge, change), stop.signal)
      if (result !== undefined) setCompared({ comparison: result, knowledge, change })
    }, restMs)
    return () => {
      clearTimeout(rest)
      stop.abort()
    }
  }, [knowledge, change])
  return {
    ...reading,
    total: compared?.knowledge.sample.total ?? 0,
    isRewritten: compared?.knowledge.surroundings.isRewritten === true,
    comparison: compared?.comparison,
    /** What is shown is of before the last edit. */
    isOld: compared?.change !== change || compared.knowledge !== knowledge,
  }
}

/** Everything that is known of whom a change concerns. */
interface AccessKnowledge {
  readonly sample: AccessSample
  readonly surroundings: AccessSurroundings
  readonly state: AccessState
}

/**
 * Who is connected and subscribed, and how that is decided: read once, never polled. The sample is kept for a minute; what
 * the console itself may just have changed is read anew. `hasRules`: those of the built-in database are needed, even if
 * it is not in the chain.
 */
function useAccessKnowledge(hasRules: boolean) {
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
