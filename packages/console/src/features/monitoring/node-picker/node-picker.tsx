import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { nodePicker as m } from '#features/monitoring/messages/nodes.ts'
import { visibleText } from '#lib/visible-text.ts'
import classes from './node-picker.module.css'

interface NodePickerProps {
  readonly nodes: readonly Node[]
  /** The name of the node, or `undefined` for the cluster. */
  readonly value: string | undefined
  readonly onChange: (node: string | undefined) => void
}

/** Selects the cluster or one of its nodes. A node from a link that no longer exists stays selected and is marked. */
export function NodePicker({ nodes, value, onChange }: NodePickerProps) {
  const isUnknown = value !== undefined && !nodes.some(({ node }) => node === value)
  return (
    <select
      className={classes['picker']}
      aria-label={m.scope}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    >
      <option value="">{m.cluster}</option>
      {nodes.map(({ node, node_status: status }) => (
        <option key={node} value={node}>
          {status === 'running' ? visibleText(node) : m.stopped(visibleText(node))}
        </option>
      ))}
      {isUnknown && <option value={value}>{m.unknown(visibleText(value))}</option>}
    </select>
  )
}
