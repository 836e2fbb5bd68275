import { TextBox } from '#ui/text-box.tsx'
import { UnitLabel } from '#ui/unit-label.tsx'
import type { PercentField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import { defaultText } from './default-text.ts'
import { readValue } from './read-value.ts'

export function PercentControl(props: ControlProps<PercentField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  return (
    <TextBox
      {...controlAttributes(props)}
      value={readValue.text(value)}
      inputMode="decimal"
      placeholder={defaultText(field)}
      hasFault={hasFault}
      isLocked={isDisabled}
      end={<UnitLabel>%</UnitLabel>}
      onChange={change}
    />
  )
}
