import { ToggleInput } from '#ui/toggle-input.tsx'
import type { ToggleField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { m } from './messages.ts'

export function ToggleControl(props: ControlProps<ToggleField>) {
  const { field, name, labelId, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const isOn = value === true
  const state = isOn ? m.on : m.off
  return (
    <div className={classes['line']}>
      <ToggleInput
        {...controlAttributes(props)}
        // The note is help, not the name.
        aria-labelledby={labelId}
        aria-invalid={hasFault || undefined}
        isOn={isOn}
        isDisabled={isDisabled}
        note={field.note ?? (isOn === field.default ? m.byDefault(state) : state)}
        onChange={change}
      />
    </div>
  )
}
