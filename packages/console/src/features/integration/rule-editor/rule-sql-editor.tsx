import { TextArea } from '#ui/text-area.tsx'

interface RuleSqlEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isReadOnly?: boolean
  /** Its accessible name. */
  readonly label: string
}

/** The statement of a rule. */
export function RuleSqlEditor({ value, onChange, isReadOnly = false, label }: RuleSqlEditorProps) {
  return (
    <TextArea aria-label={label} value={value} rows={12} isCode isLocked={isReadOnly} onChange={onChange} />
  )
}
