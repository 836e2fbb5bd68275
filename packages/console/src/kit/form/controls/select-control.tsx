import { SelectBox } from '#ui/select-box.tsx'
import type { SelectField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import { m } from './messages.ts'
import { readValue } from './read-value.ts'

/** The native list: it works with every keyboard, screen reader and phone. */
export function SelectControl(props: ControlProps<SelectField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const chosen = readValue.text(value)
  const choices = field.options.map((option) => ({ value: String(option.value), label: option.label }))
  const hasEmpty = choices.some((choice) => choice.value === '')
  const canBeEmpty = chosen === '' || field.isOmittedEmpty === true
  return (
    <SelectBox
      {...controlAttributes(props)}
      value={chosen}
      options={canBeEmpty && !hasEmpty ? [{ value: '', label: m.notChosen }, ...choices] : choices}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
}
