import { type RefObject, useEffect, useState } from 'react'

/** The number of rows above which only the rows in sight are in the document. */
export const VIRTUAL_ABOVE = 100
const ASSUMED_HEIGHT = 720

/**
 * Returns the part of a long list that is rendered while its region or a surrounding element scrolls: on a phone, the
 * page.
 */
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
        // If the region is higher than the window, the part above the window is out of sight, too.
        const top = element.scrollTop + Math.max(0, -element.getBoundingClientRect().top)
        const height = Math.min(element.clientHeight || ASSUMED_HEIGHT, window.innerHeight)
        const after = rowWindow(count, rowHeight, top, height)
        return before.start === after.start && before.end === after.end ? before : after
      })
    // The observer also calls back at once, after the layout of the region: measuring here would cause a second
    // layout.
    const observer = new ResizeObserver(update)
    observer.observe(element)
    // Scroll events do not bubble; the capture phase catches those of the region and of all its ancestors.
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
  /** The index of the first rendered row. */
  readonly start: number
  /** The index after the last rendered row. */
  readonly end: number
}

const OVERSCAN = 10
const STEP = 10

/** Returns the rows to render around the visible rows, in steps, so that a short scroll renders nothing new. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN
  const last = Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN
  const start = Math.max(0, Math.floor(first / STEP) * STEP)
  return {
    start: Math.min(start, Math.max(0, count - 1)),
    end: Math.min(count, Math.ceil(last / STEP) * STEP),
  }
}
