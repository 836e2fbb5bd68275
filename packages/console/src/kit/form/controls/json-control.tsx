import type { JsonField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { controls as m } from '#kit/messages/form.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type ControlProps, controlAttributes, readValue } from './control-props.ts'
import classes from './controls.module.css'

/** Edits JSON as text. Formatting is offered, but never applied while the user types. */
export function JsonControl(props: ControlProps<JsonField>) {
  const { name, hasFault, isDisabled } = props
  const { value, change } = useFieldState(name)
  const text = readValue.text(value)
  const formatted = formatJson(text)
  const hasFormat = !isDisabled && formatted !== undefined && formatted !== text
  return (
    <div className={classes['whole']}>
      <TextArea
        {...controlAttributes(props)}
        isCode
        className={classes['json']}
        value={text}
        rows={Math.min(16, Math.max(3, text.split('\n').length))}
        hasFault={hasFault}
        isLocked={isDisabled}
        onChange={change}
      />
      {hasFormat && (
        <div className={classes['corner']}>
          <Button size="small" variant="quiet" onClick={() => change(formatted)}>
            {m.format}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Returns undefined for a text that is not JSON, or if parsing would change a number of too many digits. */
function formatJson(text: string): string | undefined {
  if (/\d{16}|\d[eE]|\d\.\d{15}/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value, null, 2)
  } catch {
    return undefined
  }
}
