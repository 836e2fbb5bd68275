import type { Field } from '../field.ts'
import type { ControlProps } from './control-props.ts'

/** What a control of several elements says of the whole. */
export function groupAttributes({ id, labelId, describedBy }: ControlProps<Field>) {
  return {
    id,
    role: 'group',
    'aria-labelledby': labelId,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  } as const
}
