import { TextBox } from '#ui/text-box.tsx'
import type { TextField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { controlAttributes } from './control-attributes.ts'
import type { ControlProps } from './control-props.ts'
import { defaultText } from './default-text.ts'
import { readValue } from './read-value.ts'

export function TextControl(props: ControlProps<TextField>) {
  const { field, name, id, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const { suggestions } = field
  const listId = `${id}-suggestions`
  const box = (
    <TextBox
      {...controlAttributes(props)}
      {...(suggestions === undefined ? {} : { list: listId })}
      value={readValue.text(value)}
      isCode={field.isCode === true}
      placeholder={field.placeholder ?? defaultText(field)}
      hasFault={hasFault}
      isLocked={isDisabled}
      onChange={change}
    />
  )
  if (suggestions === undefined) return box
  return (
    <>
      {box}
      <datalist id={listId}>
        {suggestions.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </datalist>
    </>
  )
}
