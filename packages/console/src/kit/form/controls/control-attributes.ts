import type { Field } from '../field.ts'
import type { ControlProps } from './control-props.ts'

/** What every control of one element says of itself. */
export function controlAttributes({ id, describedBy, field }: ControlProps<Field>) {
  return {
    id,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(field.isRequired === true ? { 'aria-required': true } : {}),
  } as const
}
