import { type PointerEvent, useState } from 'react'

interface DropPlace {
  /** Where the row would stand, counted from 0. */
  readonly to: number
  /** The line that shows it, in the window. */
  readonly line: { readonly top: number; readonly left: number; readonly width: number }
}

const rowOf = (handle: Element) => handle.closest('tr, li')

/** Among the rows of the handle's table, where the pointer would put its own. */
function placeAt(handle: Element, y: number): DropPlace | undefined {
  const own = rowOf(handle)
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
export function useDropPlace(isAllowed: boolean, onDrop: (to: number) => void) {
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
