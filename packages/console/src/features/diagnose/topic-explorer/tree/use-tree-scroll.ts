import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { rowWindow } from '#lib/row-window.ts'
import type { ExplorerView } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'

/** What a region without a layout is taken to be high. */
const assumedHeight = 720

/** The row that stays in its place: the one that is worked with while it is in sight, else the first. */
function anchorOf(view: ExplorerView | undefined, activeId: number | undefined, first: number, last: number) {
  const active = view?.active
  if (active !== undefined && active.id === activeId && active.index >= first && active.index < last)
    return active
  const row = first === 0 ? undefined : view?.rows[first - view.start]
  return row && { id: row.id, index: first }
}

/**
 * Tells the worker which rows are in sight and lets them stay where they are: what comes in above pushes the scroll
 * position, not the rows. While nobody looks nothing is asked for.
 */
export function useTreeScroll(
  region: RefObject<HTMLElement | null>,
  store: ExplorerStore,
  view: ExplorerView | undefined,
  rowHeight: number,
): void {
  const rowCount = view?.rowCount ?? 0
  const activeId = view?.active?.id
  const latest = useRef(view)
  const anchor = useRef<{ readonly id: number; readonly index: number }>(undefined)
  const look = useCallback(() => {
    const element = region.current
    if (element === null) return
    const { scrollTop, clientHeight } = element
    const height = clientHeight || assumedHeight
    const { start, end } = rowWindow(Math.max(rowCount, 100), rowHeight, scrollTop, height)
    const [first, last] = [scrollTop, scrollTop + height].map((edge) => Math.floor(edge / rowHeight))
    anchor.current = anchorOf(latest.current, activeId, first ?? 0, last ?? 0)
    const held = anchor.current === undefined ? {} : { anchor: anchor.current.id }
    store.send({ kind: 'look', start, count: end - start, ...held })
  }, [region, store, rowCount, rowHeight, activeId])

  useLayoutEffect(() => {
    latest.current = view
    const element = region.current
    if (element === null || view === undefined) return
    const held = anchor.current
    if (held !== undefined && view.anchor?.id === held.id && view.anchor.index !== held.index) {
      element.scrollTop += (view.anchor.index - held.index) * rowHeight
      anchor.current = view.anchor
    }
    if (!view.hasMoved || view.active === undefined) return
    const top = view.active.index * rowHeight
    const height = element.clientHeight || assumedHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height
  }, [region, view, rowHeight])

  useEffect(look, [look])

  useEffect(() => {
    const element = region.current
    if (element === null) return
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [region, look])

  useEffect(() => () => store.send({ kind: 'look', start: 0, count: 0 }), [store])
}
