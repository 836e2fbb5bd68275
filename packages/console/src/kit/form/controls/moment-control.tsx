import type { MomentField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { TextBox } from '#ui/field-box.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { type ControlProps, controlAttributes, readValue } from './control-props.ts'
import classes from './controls.module.css'

/** Edits a date and time in the time zone of the page, or "never". */
export function MomentControl(props: ControlProps<MomentField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const state = readValue.parts(value)
  const isNever = field.never !== undefined && state['isNever'] === true
  return (
    <div className={classes['oneOf']}>
      {!isNever && (
        <div className={classes['inner']}>
          <TextBox
            {...controlAttributes(props)}
            type="datetime-local"
            step={1}
            value={readValue.text(state['text'])}
            hasFault={hasFault}
            isLocked={isDisabled}
            onChange={(text) => change({ isNever: false, text })}
          />
        </div>
      )}
      {field.never !== undefined && (
        <ToggleInput
          {...(isNever ? controlAttributes(props) : {})}
          label={m.wordOf(field.label, m.never)}
          isOn={isNever}
          isDisabled={isDisabled}
          note={m.never}
          onChange={(next) => change({ isNever: next, text: readValue.text(state['text']) })}
        />
      )}
    </div>
  )
}
