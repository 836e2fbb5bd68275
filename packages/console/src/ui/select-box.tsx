import { ChoiceBox, type ChoiceBoxProps } from './choice-box.tsx'
import { FieldBox } from './field-box.tsx'

interface SelectBoxProps extends Omit<ChoiceBoxProps, 'isUnit'> {
  readonly hasFault?: boolean
}

/** One of several, the native list in the house's frame. */
export function SelectBox({ hasFault = false, isLocked = false, ...rest }: SelectBoxProps) {
  return (
    <FieldBox hasFault={hasFault} isLocked={isLocked}>
      <ChoiceBox {...rest} isLocked={isLocked} aria-invalid={hasFault || undefined} />
    </FieldBox>
  )
}
