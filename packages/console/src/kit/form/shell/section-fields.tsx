import { memo } from 'react'
import { formatList } from '#i18n/sentences.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { FormField } from '#kit/form/form-field.tsx'
import { useFieldState, useFormMarks, useFormState } from '#kit/form/form-store.ts'
import { valueAt } from '#kit/form/form-value.ts'
import { allFields } from '#kit/form/visibility.ts'
import { shell as m } from '#kit/messages/form.ts'
import { Fold } from '#ui/fold.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import type { ApiDocument } from './form-spec.ts'
import classes from './section-fields.module.css'

interface SectionFieldsProps {
  readonly id: string
  readonly section: Section
}

/**
 * A section: its heading, with a switch if the section can be off, and its fields on twelve columns, the advanced
 * ones folded.
 */
export const SectionFields = memo(function SectionFields({ id, section }: SectionFieldsProps) {
  const { title, note, fields } = section
  const plain = fields.filter(({ isAdvanced }) => isAdvanced !== true)
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced === true)
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
      {advanced.length > 0 && <AdvancedFold fields={advanced} />}
    </section>
  )
})

interface SectionSwitchProps {
  readonly name: string
  readonly label: string
}

/** Switches a whole section on or off; the values of its fields are kept. */
function SectionSwitch({ name, label }: SectionSwitchProps) {
  const { value, change } = useFieldState(name)
  const isLocked = useFormMarks((marks) => marks.isLocked)
  return <ToggleInput label={label} isOn={value === true} isDisabled={isLocked} onChange={change} />
}

/**
 * Folds settings that are seldom changed. The folded summary shows their number and those that differ from their
 * default.
 */
function AdvancedFold({ fields }: { readonly fields: readonly Field[] }) {
  const leaves = allFields(fields)
  const notDefault = useFormState(({ next }) =>
    formatList(leaves.filter((field) => isNotDefault(field, next)).map(({ label }) => label)),
  )
  const hasFault = useFormState(({ shownFaults }) =>
    shownFaults.some(({ path }) =>
      leaves.some((field) => path === field.path || path.startsWith(`${field.path}.`)),
    ),
  )
  const rest = notDefault === '' ? m.allDefault : m.notDefault(notDefault)
  return (
    <Fold
      title={m.advanced}
      summary={m.settings(fields.length, rest)}
      mustOpen={hasFault}
      className={classes['advanced']}
    >
      <div className={classes['fields']}>
        {fields.map((field) => (
          <FormField key={field.path} field={field} name={field.path} />
        ))}
      </div>
    </Fold>
  )
}

/** An absent value means the default; a field without a known default counts once it has a value. */
function isNotDefault(field: Field, next: ApiDocument): boolean {
  const value = valueAt(next, field.path)
  if (value === undefined || value === '' || value === null) return false
  if (field.default === undefined && Array.isArray(value) && value.length === 0) return false
  return JSON.stringify(value) !== JSON.stringify(field.default)
}
