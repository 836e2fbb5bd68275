import { TextBox } from '#ui/text-box.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { controls as m } from '../../messages/form.ts'
import type { MomentField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { readValue } from './read-value.ts'

/** A moment, in the zone in which the page shows times, or never. */
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
