import { ToggleInput } from '#ui/toggle-input.tsx'
import { useFormMarks } from '../form-store.ts'
import { useFieldState } from '../use-field-state.ts'

interface SectionSwitchProps {
  readonly name: string
  readonly label: string
}

/** Turns a whole section on or off; what stands in its fields is kept. */
export function SectionSwitch({ name, label }: SectionSwitchProps) {
  const { value, change } = useFieldState(name)
  const isLocked = useFormMarks((marks) => marks.isLocked)
  return <ToggleInput label={label} isOn={value === true} isDisabled={isLocked} onChange={change} />
}
