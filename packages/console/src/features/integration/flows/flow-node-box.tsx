import { Handle, Position } from '@xyflow/react'
import { classNames } from '#lib/class-names.ts'
import { FlowNodeFace, type FlowNodeLook } from './flow-node-face.tsx'
import classes from './flows.module.css'

/** The chosen node is highlighted, and nodes that are not connected with it are faded. */
type FlowLight = 'chosen' | 'on' | 'faded' | undefined

interface FlowNodeBoxProps extends FlowNodeLook {
  readonly light?: FlowLight
  /** The pressed state, if the box works as a toggle button. */
  readonly isPressed?: boolean
  readonly onOpen: () => void
}

/** Draws a node with its kind, its name and a note. */
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
