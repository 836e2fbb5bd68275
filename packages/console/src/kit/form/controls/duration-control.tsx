import { type DurationField, durationUnits } from '../field.ts'
import { AmountControl } from './amount-control.tsx'
import type { ControlProps } from './control-props.ts'

export function DurationControl(props: ControlProps<DurationField>) {
  const { units = durationUnits, bareUnit = 'ms' } = props.field
  return <AmountControl {...props} units={units} bareUnit={bareUnit} />
}
