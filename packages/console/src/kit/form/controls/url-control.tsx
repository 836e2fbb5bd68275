import type { UrlField } from '../field.ts'
import { CodeControl } from './code-control.tsx'
import type { ControlProps } from './control-props.ts'

export function UrlControl(props: ControlProps<UrlField>) {
  const scheme = props.field.schemes?.[0] ?? 'https'
  return <CodeControl {...props} example={`${scheme}://host.example/path`} inputMode="url" />
}
