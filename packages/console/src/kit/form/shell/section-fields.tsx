import { memo } from 'react'
import { ToggleInput } from '#ui/toggle-input.tsx'
import type { Section } from '../field.ts'
import { FormField } from '../form-field.tsx'
import { useFormMarks } from '../form-store.ts'
import { useFieldState } from '../use-field-state.ts'
import { AdvancedFold } from './advanced-fold.tsx'
import classes from './section-fields.module.css'

interface SectionFieldsProps {
  readonly id: string
  readonly section: Section
}

/** One section: its heading, with a switch if the whole can be off, its fields on twelve columns, the seldom ones folded. */
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

/** Turns a whole section on or off; what stands in its fields is kept. */
function SectionSwitch({ name, label }: SectionSwitchProps) {
  const { value, change } = useFieldState(name)
  const isLocked = useFormMarks((marks) => marks.isLocked)
  return <ToggleInput label={label} isOn={value === true} isDisabled={isLocked} onChange={change} />
}
