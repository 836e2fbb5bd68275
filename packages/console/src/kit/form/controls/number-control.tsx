import { TextBox } from '#ui/text-box.tsx'
import { UnitLabel } from '#ui/unit-label.tsx'
import type { NumberField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import { defaultText } from './default-text.ts'
import { readValue } from './read-value.ts'

/** Typed as text, so that nothing that was typed is lost before it is checked; the arrow keys count. */
export function NumberControl(props: ControlProps<NumberField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const text = readValue.text(value)
  const count = (by: number) => {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field
    const start = text === '' ? Number(defaultText(field) ?? 0) : Number(text)
    if (!isDisabled && Number.isInteger(start)) change(String(Math.min(max, Math.max(min, start + by))))
  }
  return (
    <TextBox
      {...controlAttributes(props)}
      value={text}
      inputMode={field.isFractional === true ? 'decimal' : 'numeric'}
      placeholder={defaultText(field)}
      hasFault={hasFault}
      isLocked={isDisabled}
      end={field.unit !== undefined && <UnitLabel>{field.unit}</UnitLabel>}
      onChange={change}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
        if (by === undefined) return
        event.preventDefault()
        count(event.shiftKey ? by * 10 : by)
      }}
    />
  )
}
