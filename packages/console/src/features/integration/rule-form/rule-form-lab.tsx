import type { TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { useDeferredValue } from 'react'
import { useFormState } from '#kit/form/form-store.ts'
import { RuleLab } from '../rule-lab/rule-lab.tsx'

interface RuleFormLabProps {
  /** None: the rule is not there yet. */
  readonly id?: string
  readonly onSample: (columns: TermMap | undefined) => void
}

/** The statement as it is typed, tried beside the form. */
export function RuleFormLab({ id, onSample }: RuleFormLabProps) {
  // Typing goes before trying.
  const typed = useFormState(({ values }) => values['sql'])
  const sql = useDeferredValue(typed)
  const saved = useFormState(({ base }) => base['sql'])
  return (
    <RuleLab
      ruleId={id}
      onSample={onSample}
      isBehind={sql !== typed}
      sql={typeof sql === 'string' ? sql : ''}
      savedSql={id !== undefined && typeof saved === 'string' ? saved : undefined}
    />
  )
}
