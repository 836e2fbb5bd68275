import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './icon-button.tsx'
import { ui as m } from './messages.ts'
import classes from './move-handle.module.css'

const findRow = (handle: Element) => handle.closest('tr, li')

interface MoveHandleProps {
  readonly name: string
  readonly at: number
  readonly count: number
  /** True if the position is shown as a number beside the handle. */
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
    // A row that moves in the document loses the focus.
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

interface DropPlace {
  /** The index at which the row would stand, from 0. */
  readonly to: number
  /** The position in the window of the line that shows the index. */
  readonly line: { readonly top: number; readonly left: number; readonly width: number }
}

/** Returns the position at which the pointer would drop the row among the rows of its table. */
function placeAt(handle: Element, y: number): DropPlace | undefined {
  const own = findRow(handle)
  const others = [...(own?.parentElement?.children ?? [])].filter((row) => row !== own)
  const to = others.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return y > top + height / 2
  }).length
  const next = others[to]?.getBoundingClientRect()
  const before = others[to - 1]?.getBoundingClientRect()
  const edge = before ?? next
  if (edge === undefined) return undefined
  return { to, line: { top: before?.bottom ?? edge.top, left: edge.left, width: edge.width } }
}

/** Drags a row by its handle, with a mouse, a pen or a finger. */
function useDropPlace(isAllowed: boolean, onDrop: (to: number) => void) {
  const [place, setPlace] = useState<DropPlace>()
  const [isDragging, setDragging] = useState(false)
  const stop = () => {
    setDragging(false)
    setPlace(undefined)
  }
  return {
    place,
    events: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!isAllowed || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragging(true)
      },
      onPointerMove: ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
        if (isDragging) setPlace(placeAt(currentTarget, clientY))
      },
      onPointerUp: () => {
        if (place !== undefined) onDrop(place.to)
        stop()
      },
      onPointerCancel: stop,
      onLostPointerCapture: stop,
    },
  }
}
