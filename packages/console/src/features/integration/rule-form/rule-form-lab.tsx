import { useDeferredValue } from 'react'
import { useFormState } from '#kit/form/form-store.ts'
import { RuleLab } from '../rule-lab/rule-lab.tsx'

/** The statement as it is typed, tried beside the form. No id: the rule is not there yet. */
export function RuleFormLab({ id }: { readonly id?: string }) {
  // Typing goes before trying.
  const sql = useDeferredValue(useFormState(({ values }) => values['sql']))
  const saved = useFormState(({ base }) => base['sql'])
  return (
    <RuleLab
      ruleId={id}
      sql={typeof sql === 'string' ? sql : ''}
      savedSql={id !== undefined && typeof saved === 'string' ? saved : undefined}
    />
  )
}
