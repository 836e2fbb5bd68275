import { Handle, Position } from '@xyflow/react'
import { classNames } from '#lib/class-names.ts'
import { FlowNodeFace, type FlowNodeLook } from './flow-node-face.tsx'
import classes from './flows.module.css'

/** What is chosen stands out, all that has nothing to do with it stands back. */
type FlowLight = 'chosen' | 'on' | 'faded' | undefined

interface FlowNodeBoxProps extends FlowNodeLook {
  readonly light?: FlowLight
  /** Pressed or not, where it chooses something. */
  readonly isPressed?: boolean
  readonly onOpen: () => void
}

/** A node as it is drawn: what it is, its name, and what is to be said of it. */
export function FlowNodeBox({ light, isPressed, onOpen, ...look }: FlowNodeBoxProps) {
  const { kind, state = 'ok' } = look
  const handle = classes['handle'] ?? ''
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={handle} />
      <button
        type="button"
        aria-pressed={isPressed}
        className={classNames(
          classes['node'],
          classes[kind],
          classes[state],
          light !== undefined && classes[light],
          'nopan',
        )}
        onClick={onOpen}
      >
        <FlowNodeFace {...look} />
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} className={handle} />
    </>
  )
}
