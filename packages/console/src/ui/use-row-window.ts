import { type RefObject, useEffect, useState } from 'react'

/** Above this only the rows in sight are in the document. */
export const VIRTUAL_ABOVE = 100
const ASSUMED_HEIGHT = 720

/** The part of a long list that is drawn while its region scrolls. */
export function useRowWindow(
  region: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowWindow {
  const isVirtual = count > VIRTUAL_ABOVE
  const [shown, setShown] = useState<RowWindow>(() => rowWindow(count, rowHeight, 0, ASSUMED_HEIGHT))
  useEffect(() => {
    const element = region.current
    if (!isVirtual || element === null) return
    const update = () =>
      setShown((before) => {
        const after = rowWindow(count, rowHeight, element.scrollTop, element.clientHeight || ASSUMED_HEIGHT)
        return before.start === after.start && before.end === after.end ? before : after
      })
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [region, isVirtual, count, rowHeight])
  if (!isVirtual) return { start: 0, end: count }
  return { start: Math.min(shown.start, count), end: Math.min(Math.max(shown.end, shown.start), count) }
}

interface RowWindow {
  /** First row drawn. */
  readonly start: number
  /** After the last row drawn. */
  readonly end: number
}

const OVERSCAN = 10
const STEP = 10

/** The rows to draw around what is visible, in steps, so that scrolling a little draws nothing new. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN
  const last = Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN
  const start = Math.max(0, Math.floor(first / STEP) * STEP)
  return {
    start: Math.min(start, Math.max(0, count - 1)),
    end: Math.min(count, Math.ceil(last / STEP) * STEP),
  }
}
