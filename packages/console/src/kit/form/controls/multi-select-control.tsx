import { useState } from 'react'
import type { MultiSelectField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { type ControlProps, groupAttributes, readValue } from './control-props.ts'
import classes from './controls.module.css'

const MANY = 12

/** Shows a checkbox for each option, in the order in which the options are offered. */
export function MultiSelectControl(props: ControlProps<MultiSelectField>) {
  const { field, name, id, isDisabled } = props
  const { value, change } = useFieldState(name)
  const [search, setSearch] = useState('')
  const chosen = readValue.texts(value)
  const offered = field.options.map(({ value: one, label, help }) => ({ value: String(one), label, help }))
  // A value of the broker that is not among the options stays, and can be removed.
  const unknown = chosen
    .filter((one) => !offered.some((option) => option.value === one))
    .map((one) => ({ value: one, label: visibleText(one), help: undefined }))
  const all = [...offered, ...unknown]
  const found = all.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
  const toggle = (one: string, isOn: boolean) =>
    change(all.map((option) => option.value).filter((each) => (each === one ? isOn : chosen.includes(each))))
  return (
    <div {...groupAttributes(props)} className={classes['stack']}>
      {all.length > MANY && (
        <TextBox
          type="search"
          aria-label={m.search}
          placeholder={m.search}
          value={search}
          onChange={setSearch}
        />
      )}
      <div className={classes['boxes']}>
        {found.map((option) => (
          <div key={option.value} className={classes['box']}>
            <Checkbox
              id={`${id}-${option.value}`}
              checked={chosen.includes(option.value)}
              disabled={isDisabled}
              onChange={(isOn) => toggle(option.value, isOn)}
            />
            <label htmlFor={`${id}-${option.value}`}>
              {option.label}
              {option.help !== undefined && <span className={classes['boxHelp']}>{option.help}</span>}
            </label>
          </div>
        ))}
        {found.length === 0 && <p className={classes['nothing']}>{m.nothingFound}</p>}
      </div>
    </div>
  )
}
