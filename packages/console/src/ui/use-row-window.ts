import { type RefObject, useEffect, useState } from 'react'
import { type RowWindow, rowWindow } from '#lib/row-window.ts'

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
