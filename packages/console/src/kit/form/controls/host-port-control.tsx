import type { HostPortField } from '../field.ts'
import { CodeControl } from './code-control.tsx'
import type { ControlProps } from './control-props.ts'

export function HostPortControl(props: ControlProps<HostPortField>) {
  const { defaultPort = 1883, isBind = false, isList = false } = props.field
  const one = isBind ? `0.0.0.0:${defaultPort}` : `host.example:${defaultPort}`
  return <CodeControl {...props} example={isList ? `${one}, host-2.example:${defaultPort}` : one} />
}
