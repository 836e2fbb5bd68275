import { type RefObject, useEffect, useRef, useState } from 'react'

/** The distance from the end, in pixels, up to which added content is scrolled into sight. */
const nearby = 48

interface StickToEnd<E> {
  readonly region: RefObject<E | null>
  /** The scroll handler of the region. */
  readonly onScroll: () => void
  /** True if the end is in sight. */
  readonly isAtEnd: boolean
  readonly toEnd: () => void
}

/** Keeps the end of a growing region in sight until the user scrolls back to read. */
export function useStickToEnd<E extends HTMLElement>(size: number, isGrowing: boolean): StickToEnd<E> {
  const region = useRef<E>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const isSticking = useRef(true)
  const look = () => {
    const element = region.current
    if (element === null) return
    const rest = element.scrollHeight - element.scrollTop - element.clientHeight
    isSticking.current = rest <= nearby
    setAtEnd(isSticking.current)
  }
  const toEnd = () => {
    const element = region.current
    if (element !== null) element.scrollTop = element.scrollHeight
    look()
  }
  const follow = useRef(toEnd)
  follow.current = isGrowing ? toEnd : look
  useEffect(() => {
    if (size > 0 && isSticking.current) follow.current()
  }, [size])
  return { region, onScroll: look, isAtEnd, toEnd }
}
