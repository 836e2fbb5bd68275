import { type Rule, type RuleAction, rules } from '@brokerdeck/contract/integration/rules.ts'
import {
  type LoopStep,
  type RepublishingRule,
  republishLoop,
} from '@brokerdeck/languages/rule-sql/republish-loop.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'

/** The maximum number of rules that a page of the broker's response can hold. */
const all = { query: { page: '1', limit: '10000' } }

/**
 * Returns the path on which messages that a rule republishes may return to it. Requests all rules only if the rule
 * republishes.
 */
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

/** All rows of a list use the same response, so its result is cached. */
const known = new WeakMap<readonly Rule[], readonly RepublishingRule[]>()

/** Returns the enabled rules that republish; a rule that does not republish cannot pass a message on. */
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

/** Returns the topics of republished messages that other rules receive. */
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
