import { type ActionFigures, actions } from '@brokerdeck/contract/integration/actions.ts'
import { type RuleFigures, rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createLine, read } from '#api/query.ts'
import { flows } from '#features/integration/flows/messages/flows.ts'
import { formatRate } from '#i18n/format-number.ts'

/** What is counted, and what came about between the last two answers. */
interface FlowRates<Figures> {
  readonly counted: Figures
  /** Per second; undefined before there are two answers, and where the counters began anew. */
  readonly per: ((name: CounterOf<Figures>) => number) | undefined
}
export type RuleRates = FlowRates<RuleFigures>
type ActionRates = FlowRates<ActionFigures>

type CounterOf<Figures> = {
  [Name in keyof Figures]-?: Figures[Name] extends number ? Name : never
}[keyof Figures]

const pollSeconds = 10
/** Many ask of few: what somebody waits for must not wait for these. */
const inLine = createLine(4)

/** Whoever shows the same rule shares one answer; a rule that nobody shows is not asked about. */
export function useRuleRates(id: string, isWanted: boolean): RuleRates | undefined {
  const { data, dataUpdatedAt } = useQuery({
    ...read(rules.metrics, { params: { id } }, { pollSeconds, inLine }),
    enabled: isWanted,
  })
  return useRates(isWanted ? data?.metrics : undefined, dataUpdatedAt)
}

/** What somebody else asks about, as far as it is known: nothing is asked for it. */
export function useKnownRuleRates(id: string): RuleRates | undefined {
  const options = read(rules.metrics, { params: { id } }, { pollSeconds, inLine })
  const { data, dataUpdatedAt } = useQuery({ ...options, enabled: false })
  return useRates(data?.metrics, dataUpdatedAt)
}

/** Of an action, in the same way. */
export function useActionRates(id: string, isWanted: boolean): ActionRates | undefined {
  const { data, dataUpdatedAt } = useQuery({
    ...read(actions.metrics, { params: { id } }, { pollSeconds, inLine }),
    enabled: isWanted,
  })
  return useRates(isWanted ? data?.metrics : undefined, dataUpdatedAt)
}

interface Sample<Figures> {
  readonly at: number
  readonly counted: Figures
}

function useRates<Figures extends { readonly matched: number }>(
  counted: Figures | undefined,
  at: number,
): FlowRates<Figures> | undefined {
  const [now, setNow] = useState<Sample<Figures>>()
  const [before, setBefore] = useState<Sample<Figures>>()
  if (counted !== undefined && now?.at !== at) {
    setBefore(now)
    setNow({ at, counted })
  }
  if (counted === undefined || now === undefined) return undefined
  const isGrown = before !== undefined && now.counted.matched >= before.counted.matched
  const seconds = (now.at - (before?.at ?? 0)) / 1000
  const perSecond = (name: CounterOf<Figures>) =>
    Math.max(0, Number(now.counted[name]) - Number(before?.counted[name])) / seconds
  return { counted: now.counted, per: isGrown ? perSecond : undefined }
}

/** In and out of a rule, as far as it is known. */
export function ratesWord(rates: RuleRates | undefined): string {
  if (rates === undefined) return flows.unasked
  const matched = rates.counted['matched.rate']
  const passed = rates.per?.('passed')
  if (matched === 0 && (passed ?? 0) === 0) return flows.idle
  return passed === undefined
    ? flows.inOnly(formatRate(matched))
    : flows.inAndPassed(formatRate(matched), formatRate(passed))
}
