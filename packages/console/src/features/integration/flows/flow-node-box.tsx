import { Handle, Position } from '@xyflow/react'
import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { LineIcon } from '#ui/line-icon.tsx'
import { StatusShape } from '#ui/status.tsx'
import { flowDrawings } from './flow-drawings.ts'
import type { FlowNode, FlowState } from './flow-graph.ts'
import { stateKinds } from './flow-words.ts'
import classes from './flows.module.css'

/** What is chosen stands out, all that has nothing to do with it stands back. */
type FlowLight = 'chosen' | 'on' | 'faded' | undefined

interface FlowNodeBoxProps {
  readonly kind: FlowNode['kind']
  readonly name: string
  readonly note: ReactNode
  readonly state?: FlowState
  readonly light?: FlowLight
  /** Pressed or not, where it chooses something. */
  readonly isPressed?: boolean
  readonly onOpen: () => void
}

/** A node as it is drawn: what it is, its name, and what is to be said of it. */
export function FlowNodeBox({ kind, name, note, state = 'ok', light, isPressed, onOpen }: FlowNodeBoxProps) {
  const hasShape = kind !== 'filter' && state !== 'ok'
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
        {kind !== 'filter' && <LineIcon drawing={flowDrawings[kind]} />}
        <span className={classes['text']}>
          <span className={classNames(classes['name'], kind !== 'console' && 'mono')}>
            {visibleText(name, 120)}
          </span>
          <span className={classes['note']}>{note}</span>
        </span>
        {hasShape && <StatusShape kind={stateKinds[state]} coloured />}
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} className={handle} />
    </>
  )
}
