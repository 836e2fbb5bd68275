import type { Field, FormFault, Section } from '../field.ts'
import { FormField } from '../form-field.tsx'
import { valueAt } from '../values-at.ts'
import { allFields } from '../visibility.ts'
import { AdvancedFold } from './advanced-fold.tsx'
import type { ApiDocument } from './form-plan.ts'
import classes from './section-fields.module.css'
import { SectionSwitch } from './section-switch.tsx'

interface SectionFieldsProps {
  readonly id: string
  readonly section: Section
  /** What would be sent: says which settings are not at their default. */
  readonly next: ApiDocument
  readonly faults: readonly FormFault[]
}

/** One section: its heading, with a switch if the whole can be off, its fields on twelve columns, the seldom ones folded. */
export function SectionFields({ id, section, next, faults }: SectionFieldsProps) {
  const { title, note, fields } = section
  const plain = fields.filter(({ isAdvanced }) => isAdvanced !== true)
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced === true)
  const leaves = allFields(advanced)
  const hasFault = faults.some(({ path }) =>
    leaves.some((field) => path === field.path || path.startsWith(`${field.path}.`)),
  )
  return (
    <section className={classes['section']} id={id} tabIndex={-1} aria-label={title}>
      <h2 className={classes['title']}>
        {section.switch !== undefined && <SectionSwitch name={section.switch} label={title} />}
        {title}
        {note !== undefined && <span className={classes['note']}>{note}</span>}
      </h2>
      {plain.map((field) => (
        <FormField key={field.path} field={field} name={field.path} />
      ))}
      {advanced.length > 0 && (
        <AdvancedFold
          fields={advanced}
          notDefault={leaves.filter((field) => isNotDefault(field, next))}
          hasFault={hasFault}
        />
      )}
    </section>
  )
}

/** Absent means default; a field without a known default counts once it holds something. */
function isNotDefault(field: Field, next: ApiDocument): boolean {
  const value = valueAt(next, field.path)
  if (value === undefined || value === '' || value === null) return false
  if (field.default === undefined && Array.isArray(value) && value.length === 0) return false
  return JSON.stringify(value) !== JSON.stringify(field.default)
}
