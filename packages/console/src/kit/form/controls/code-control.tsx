import { TextBox } from '#ui/text-box.tsx'
import type { ScalarField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import { defaultText } from './default-text.ts'
import { readValue } from './read-value.ts'

interface CodeControlProps extends ControlProps<ScalarField> {
  /** An example, where there is no default. */
  readonly example: string
  readonly inputMode?: 'url'
}

/** One line that a machine reads: an address, a topic. */
export function CodeControl(props: CodeControlProps) {
  const { field, name, hasFault, isDisabled, example, inputMode } = props
  const { value, change } = useFieldState(name)
  return (
    <TextBox
      {...controlAttributes(props)}
      isCode
      value={readValue.text(value)}
      placeholder={defaultText(field) ?? example}
      inputMode={inputMode}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
}
