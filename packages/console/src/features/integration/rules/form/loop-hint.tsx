import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { useMemo } from 'react'
import { useRepublishLoop } from '#features/integration/rules/list/use-republish-loop.ts'
import { outputs as m } from '#features/integration/rules/messages/rule-form.ts'
import { useFormState } from '#kit/form/form-store.ts'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './rule-form.module.css'
import { getFormSql } from './rule-sections.ts'
import { useSettledStatement } from './use-settled-statement.ts'

interface LoopHintProps {
  readonly id: string
  readonly actions: readonly RuleAction[]
}

/** Warns that messages which this rule republishes may return to it, and shows the path. */
export function LoopHint({ id, actions }: LoopHintProps) {
  const sql = useSettledStatement(useFormState(getFormSql))
  const from = useMemo(() => parseSourceNames(sql), [sql])
  const loop = useRepublishLoop(id, from, actions)
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

function parseSourceNames(sql: string): readonly string[] {
  const parsed = parseStatement(sql)
  return 'fault' in parsed ? [] : parsed.statement.sources.map(({ name }) => name)
}
