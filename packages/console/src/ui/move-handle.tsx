import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './icon-button.tsx'
import { m } from './messages.ts'
import classes from './move-handle.module.css'
import { useDropPlace } from './use-drop-place.ts'

interface MoveHandleProps {
  readonly name: string
  readonly at: number
  readonly count: number
  /** The place in figures beside the handle. */
  readonly isNumbered?: boolean
  readonly lockedReason?: string | undefined
  readonly onMove: (to: number) => void
}

/** Moves a row among its neighbours: arrow keys, Home and End, or dragging. */
export function MoveHandle({ name, at, count, isNumbered = false, lockedReason, onMove }: MoveHandleProps) {
  const button = useRef<HTMLSpanElement>(null)
  const isMovedByKey = useRef(false)
  const { place, events } = useDropPlace(lockedReason === undefined && count > 1, onMove)
  useEffect(() => {
    if (!isMovedByKey.current || at < 0) return
    isMovedByKey.current = false
    // A row that is put elsewhere loses the focus.
    button.current?.querySelector('button')?.focus()
  }, [at])
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targets[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (lockedReason !== undefined || to < 0 || to >= count || to === at) return
    isMovedByKey.current = true
    onMove(to)
  }
  return (
    <span ref={button} className={classes['handle']}>
      <IconButton
        label={m.move(name, at + 1, count)}
        disabledReason={lockedReason}
        onKeyDown={onKeyDown}
        {...events}
      >
        <IconGripVertical size={16} stroke={1.5} />
      </IconButton>
      {isNumbered && <span className={classes['place']}>{at + 1}</span>}
      {place !== undefined &&
        createPortal(<div className={classes['line']} style={place.line} />, document.body)}
    </span>
  )
}
