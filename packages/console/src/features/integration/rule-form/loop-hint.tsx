import { type RuleAction, rules } from '@brokerdeck/contract/integration/rules.ts'
import { parseStatement } from '@brokerdeck/contract/rule-sql/parse-statement.ts'
import { type RepublishingRule, republishLoop } from '@brokerdeck/contract/rule-sql/republish-loop.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { read } from '#api/query.ts'
import { useFormState } from '#kit/form/form-store.ts'
import { StatusShape } from '#ui/status-shape.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { outputs as m } from '../messages/rule-form.ts'
import classes from './rule-form.module.css'

interface LoopHintProps {
  readonly id: string
  readonly actions: readonly RuleAction[]
}

/** As many as a page of the broker holds at most. */
const all = { query: { page: '1', limit: '10000' } }

/** That what this rule republishes may come back to it, and on which way. */
export function LoopHint({ id, actions }: LoopHintProps) {
  const sql = useDeferredValue(useFormState(({ values }) => values['sql']))
  const targets = useMemo(() => targetsOf(actions), [actions])
  // Who republishes nothing starts no loop, and needs no list of all rules.
  const { data } = useQuery({ ...read(rules.list, all), enabled: targets.length > 0, staleTime: 60_000 })
  const others = useMemo(
    () =>
      (data?.data ?? [])
        .filter(({ enable }) => enable)
        .map((rule) => ({ id: rule.id, from: rule.from, targets: targetsOf(rule.actions) })),
    [data],
  )
  const loop = useMemo(() => {
    const from = typeof sql === 'string' ? sourcesOf(sql) : []
    return targets.length === 0 ? undefined : republishLoop({ id, from, targets }, others)
  }, [id, sql, targets, others])
  if (loop === undefined) return null
  return (
    <div className={classes['loop']} role="status">
      <StatusShape kind="warn" coloured />
      <div>
        <p>{m.loop}</p>
        <ol className={classes['way']} aria-label={m.loopWay}>
          {loop.map((step) => (
            <li key={step.id}>
              <Verbatim text={step.id} mono wrap /> → <Verbatim text={step.target} mono wrap /> →
            </li>
          ))}
          <li>
            <Verbatim text={id} mono wrap />
          </li>
        </ol>
      </div>
    </div>
  )
}

/** Where messages go that other rules see. */
function targetsOf(actions: readonly RuleAction[]): RepublishingRule['targets'] {
  return actions.flatMap((action) =>
    typeof action !== 'string' &&
    action.function === 'republish' &&
    action.args.direct_dispatch !== true &&
    action.args.direct_dispatch !== 'true'
      ? [action.args.topic]
      : [],
  )
}

function sourcesOf(sql: string): readonly string[] {
  const parsed = parseStatement(sql)
  return 'fault' in parsed ? [] : parsed.statement.sources.map(({ name }) => name)
}
