import { type RuleFigures, rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createLine, read } from '#api/query.ts'

/** How a rule runs: what it counted, and what came about between the last two answers. */
export interface RuleRates {
  readonly counted: RuleFigures
  /** Per second; undefined before there are two answers, and where the counters began anew. */
  readonly per: ((name: keyof RuleFigures) => number) | undefined
}

const pollSeconds = 10
/** Many ask of few: what somebody waits for must not wait for these. */
const inLine = createLine(4)

interface Sample {
  readonly at: number
  readonly counted: RuleFigures
}

/** Whoever shows the same rule shares one answer; a rule that nobody shows is not asked about. */
export function useRuleRates(id: string, isWanted: boolean): RuleRates | undefined {
  const { data, dataUpdatedAt } = useQuery({
    ...read(rules.metrics, { params: { id } }, { pollSeconds, inLine }),
    enabled: isWanted,
  })
  const [now, setNow] = useState<Sample>()
  const [before, setBefore] = useState<Sample>()
  if (data !== undefined && now?.at !== dataUpdatedAt) {
    setBefore(now)
    setNow({ at: dataUpdatedAt, counted: data.metrics })
  }
  if (!isWanted || now === undefined) return undefined
  const isGrown = before !== undefined && now.counted.matched >= before.counted.matched
  const seconds = (now.at - (before?.at ?? 0)) / 1000
  return {
    counted: now.counted,
    per: isGrown ? (name) => Math.max(0, now.counted[name] - before.counted[name]) / seconds : undefined,
  }
}
