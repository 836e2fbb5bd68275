import { useEffect, useState } from 'react'
import { sameValue } from '#kit/form/same-value.ts'
import { runInSlices, type SlicedWork } from '#lib/run-in-slices.ts'
import type { AccessChange } from './access-change.ts'
import { policiesOf } from './access-policy.ts'
import { type AccessComparison, compareAccess } from './compare-access.ts'
import { type AccessKnowledge, useAccessKnowledge } from './use-access-knowledge.ts'

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
