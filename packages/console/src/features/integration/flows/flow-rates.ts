import { type ActionFigures, actions } from '@brokerdeck/contract/integration/actions.ts'
import { type RuleFigures, rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createLine, read } from '#api/query.ts'
import { flows } from '#features/integration/flows/messages/flows.ts'
import { formatRate } from '#i18n/format-number.ts'

/** The counters, and their increase between the last two responses. */
interface FlowRates<Figures> {
  readonly counted: Figures
  /** The rate per second; undefined before the second response, and after a reset of the counters. */
  readonly per: ((name: CounterOf<Figures>) => number) | undefined
}
export type RuleRates = FlowRates<RuleFigures>
type ActionRates = FlowRates<ActionFigures>

type CounterOf<Figures> = {
  [Name in keyof Figures]-?: Figures[Name] extends number ? Name : never
}[keyof Figures]

const pollSeconds = 10
/** At most four of these requests run at a time, so that they do not delay requests that the user waits for. */
const inLine = createLine(4)

/** Components that show the same rule share one response; rules that are not shown cause no requests. */
export function useRuleRates(id: string, isWanted: boolean): RuleRates | undefined {
  const { data, dataUpdatedAt } = useQuery({
    ...read(rules.metrics, { params: { id } }, { pollSeconds, inLine }),
    enabled: isWanted,
  })
  return useRates(isWanted ? data?.metrics : undefined, dataUpdatedAt)
}

/** Returns the rates that another component requested, if they are known, without sending a request. */
export function useKnownRuleRates(id: string): RuleRates | undefined {
  const options = read(rules.metrics, { params: { id } }, { pollSeconds, inLine })
  const { data, dataUpdatedAt } = useQuery({ ...options, enabled: false })
  return useRates(data?.metrics, dataUpdatedAt)
}

/** Returns the rates of an action, in the same way as for a rule. */
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

/** Formats the rates in and out of a rule, as far as they are known. */
export function ratesWord(rates: RuleRates | undefined): string {
  if (rates === undefined) return flows.unasked
  const matched = rates.counted['matched.rate']
  const passed = rates.per?.('passed')
  if (matched === 0 && (passed ?? 0) === 0) return flows.idle
  return passed === undefined
    ? flows.inOnly(formatRate(matched))
    : flows.inAndPassed(formatRate(matched), formatRate(passed))
}
