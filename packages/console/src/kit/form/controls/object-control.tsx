import type { ObjectField } from '../field.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { groupAttributes } from './group-attributes.ts'

/** Fields under one heading. */
export function ObjectControl(props: ControlProps<ObjectField>) {
  return (
    <div {...groupAttributes(props)} className={classes['grid']}>
      {props.field.fields.map((field) => props.draw(field, field.path))}
    </div>
  )
}
