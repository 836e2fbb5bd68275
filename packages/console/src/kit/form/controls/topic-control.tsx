import type { TopicField } from '../field.ts'
import { CodeControl } from './code-control.tsx'
import type { ControlProps } from './control-props.ts'

export function TopicControl(props: ControlProps<TopicField>) {
  return (
    <CodeControl
      {...props}
      example={props.field.isFilter ? 'plant/+/temperature' : 'plant/line-1/temperature'}
    />
  )
}
