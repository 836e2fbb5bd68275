import { type RateField, sizeUnits } from '../field.ts'
import { AmountControl } from './amount-control.tsx'
import type { ControlProps } from './control-props.ts'

const intervals = ['s', 'm', 'h', 'd'] as const
const units = {
  count: intervals.map((interval) => `/${interval}`),
  bytes: intervals.flatMap((interval) => sizeUnits.map((size) => `${size}/${interval}`)),
} as const

export function RateControl(props: ControlProps<RateField>) {
  const { of } = props.field
  return <AmountControl {...props} units={units[of]} bareUnit={of === 'bytes' ? 'B/s' : '/s'} />
}
