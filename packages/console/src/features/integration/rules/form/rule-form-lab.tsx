import { useMemo } from 'react'
import type { Tried } from '#features/integration/rules/editor/value-gutter.ts'
import { RuleLab } from '#features/integration/rules/lab/rule-lab.tsx'
import { useFormState } from '#kit/form/form-store.ts'
import { actionsIn, getFormSql } from './rule-sections.ts'
import { useSettledStatement } from './use-settled-statement.ts'

interface RuleFormLabProps {
  /** Undefined while the rule does not exist yet. */
  readonly id?: string
  readonly isFlow: boolean
  readonly onTried: (tried: Tried) => void
  /** A message that came with a template. */
  readonly sample: object | undefined
}

/** Tests the statement beside the form, as it is typed. */
export function RuleFormLab({ id, isFlow, onTried, sample }: RuleFormLabProps) {
  const typed = useFormState(getFormSql)
  const sql = useSettledStatement(typed)
  const given = useFormState(({ values }) => values['actions'])
  const actions = useMemo(() => actionsIn(given), [given])
  const saved = useFormState(({ base }) => base['sql'])
  return (
    <RuleLab
      ruleId={id}
      isFlow={isFlow}
      onTried={onTried}
      sample={sample}
      isBehind={sql !== typed}
      sql={sql}
      actions={actions}
      savedSql={id !== undefined && typeof saved === 'string' ? saved : undefined}
    />
  )
}
