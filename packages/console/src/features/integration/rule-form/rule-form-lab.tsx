import { useFormState } from '#kit/form/form-store.ts'
import { RuleLab } from '../rule-lab/rule-lab.tsx'

/** The statement as it is typed, tried beside the form. */
export function RuleFormLab() {
  const sql = useFormState(({ values }) => values['sql'])
  const saved = useFormState(({ base, marks }) => (marks.isNew ? undefined : base['sql']))
  return (
    <RuleLab
      sql={typeof sql === 'string' ? sql : ''}
      savedSql={typeof saved === 'string' ? saved : undefined}
    />
  )
}
