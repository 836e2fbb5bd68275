import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { LineIcon } from '#ui/line-icon.tsx'
import { StatusShape } from '#ui/status.tsx'
import { flowDrawings } from './flow-drawings.ts'
import type { FlowNode, FlowState } from './flow-graph.ts'
import { stateKinds } from './flow-words.ts'
import classes from './flows.module.css'

export interface FlowNodeLook {
  readonly kind: FlowNode['kind']
  readonly name: string
  readonly note: ReactNode
  readonly state?: FlowState
}

/** The content of a node, without the library that draws the map. */
export function FlowNodeFace({ kind, name, note, state = 'ok' }: FlowNodeLook) {
  const hasShape = kind !== 'filter' && state !== 'ok'
  return (
    <>
      {kind !== 'filter' && <LineIcon drawing={flowDrawings[kind]} />}
      <span className={classes['text']}>
        <span className={classNames(classes['name'], kind !== 'console' && 'mono')}>
          {visibleText(name, 120)}
        </span>
        <span className={classes['note']}>{note}</span>
      </span>
      {hasShape && <StatusShape kind={stateKinds[state]} coloured />}
    </>
  )
}
