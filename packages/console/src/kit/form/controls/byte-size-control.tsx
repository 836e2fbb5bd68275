import { type SizeField, sizeUnits } from '../field.ts'
import { AmountControl } from './amount-control.tsx'
import type { ControlProps } from './control-props.ts'

export function ByteSizeControl(props: ControlProps<SizeField>) {
  return <AmountControl {...props} units={props.field.units ?? sizeUnits} bareUnit="B" />
}
