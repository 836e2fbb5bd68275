import { type Rule, type RuleAction, rules } from '@brokerdeck/contract/integration/rules.ts'
import {
  type LoopStep,
  type RepublishingRule,
  republishLoop,
} from '@brokerdeck/languages/rule-sql/republish-loop.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'

/** As many as a page of the broker holds at most. */
const all = { query: { page: '1', limit: '10000' } }

/** The way on which what a rule republishes may come back to it. Asks for all rules only where it republishes. */
export function useRepublishLoop(
  id: string,
  from: readonly string[],
  actions: readonly RuleAction[],
): readonly LoopStep[] | undefined {
  const targets = useMemo(() => listTargets(actions), [actions])
  const { data } = useQuery({ ...read(rules.list, all), enabled: targets.length > 0, staleTime: 60_000 })
  return useMemo(
    () =>
      targets.length === 0
        ? undefined
        : republishLoop({ id, from, targets }, data ? listRepublishingRules(data.data) : []),
    [id, from, targets, data],
  )
}

/** Every row of a list asks of the same answer. */
const known = new WeakMap<readonly Rule[], readonly RepublishingRule[]>()

/** What may hand a message on: who republishes nothing is the end of its way. */
function listRepublishingRules(answer: readonly Rule[]): readonly RepublishingRule[] {
  const links =
    known.get(answer) ??
    answer
      .filter(({ enable }) => enable)
      .map(({ id, from, actions }) => ({ id, from, targets: listTargets(actions) }))
      .filter(({ targets }) => targets.length > 0)
  known.set(answer, links)
  return links
}

/** Where messages go that other rules see. */
function listTargets(actions: readonly RuleAction[]): RepublishingRule['targets'] {
  return actions.flatMap((action) =>
    typeof action !== 'string' &&
    action.function === 'republish' &&
    action.args.direct_dispatch !== true &&
    action.args.direct_dispatch !== 'true'
      ? [action.args.topic]
      : [],
  )
}
