import { type RefObject, useEffect, useState } from 'react'

/** Above this only the rows in sight are in the document. */
export const VIRTUAL_ABOVE = 100
const ASSUMED_HEIGHT = 720

/** The part of a long list that is drawn while its region scrolls, or what the region is in: on a phone, the page. */
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
        // Of a region that is higher than the window, what lies above the window is out of sight, too.
        const top = element.scrollTop + Math.max(0, -element.getBoundingClientRect().top)
        const height = Math.min(element.clientHeight || ASSUMED_HEIGHT, window.innerHeight)
        const after = rowWindow(count, rowHeight, top, height)
        return before.start === after.start && before.end === after.end ? before : after
      })
    // It calls at once as well, after the region was laid out: to ask for its place here would lay it out twice.
    const observer = new ResizeObserver(update)
    observer.observe(element)
    // Scrolling does not bubble; captured, it is that of the region and of all that the region is in.
    window.addEventListener('scroll', update, true)
    window.addEventListener('resize', update)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', update, true)
      window.removeEventListener('resize', update)
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
