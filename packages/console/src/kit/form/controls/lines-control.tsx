import { TextArea } from '#ui/text-area.tsx'
import type { LinesField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import { readValue } from './read-value.ts'

export function LinesControl(props: ControlProps<LinesField>) {
  const { field, name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  return (
    <TextArea
      {...controlAttributes(props)}
      value={readValue.text(value)}
      rows={field.rows ?? 3}
      isCode={field.isCode === true}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
}
