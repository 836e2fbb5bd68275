import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { tree as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { ExplorerRow, ExplorerView } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import type { ExplorerStore } from '#features/diagnose/topic-explorer/explorer-store.ts'
import { treeKeys } from '#features/diagnose/topic-explorer/model/tree-keys.ts'
import { rowWindow } from '#ui/use-row-window.ts'
import { useIsPhone } from '#ui/viewport.ts'
import classes from './tree-list.module.css'
import { TreeRow } from './tree-row.tsx'

interface TreeListProps {
  readonly store: ExplorerStore
  readonly view: ExplorerView | undefined
  readonly selected: string | undefined
  readonly onSelect: (topic: string) => void
}

const desktopRow = 28
const phoneRow = 48
/** The time within which typed letters form one word, in milliseconds. */
const typingPause = 700

/** Renders the visible rows of the tree; the whole tree is in the worker. */
export function TreeList({ store, view, selected, onSelect }: TreeListProps) {
  const id = useId()
  const rowHeight = useIsPhone() ? phoneRow : desktopRow
  const region = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  useTreeScroll(region, store, view, rowHeight)
  const { rows = [], rowCount = 0, start = 0, active } = view ?? {}
  const activeId = active?.id
  const select = ({ id: rowId, topic }: ExplorerRow) => {
    store.send({ kind: 'activate', id: rowId })
    onSelect(topic)
  }
  const turn = ({ id: rowId, isOpen }: ExplorerRow) =>
    store.send({ kind: 'turn', id: rowId, isOpen: !isOpen })
  const onClick = ({ target }: MouseEvent) => {
    // The keyboard continues at the row that was clicked.
    region.current?.focus({ preventScroll: true })
    if (!(target instanceof Element)) return
    const clicked = target.closest('[data-row]')?.getAttribute('data-row')
    const row = rows.find((each) => String(each.id) === clicked)
    if (row === undefined) return
    if (target.closest('[data-turn]') === null) select(row)
    else turn(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = treeKeys.find((each) => each === key)
    const activeRow = rows.find((row) => row.id === activeId)
    if (move !== undefined) store.send({ kind: 'press', key: move })
    else if (key === 'Enter' || key === ' ') {
      if (activeRow !== undefined) select(activeRow)
    } else if (key.length === 1) {
      const now = Date.now()
      const { text, at } = typed.current
      typed.current = { text: now - at < typingPause ? text + key : key, at: now }
      store.send({ kind: 'type', typed: typed.current.text })
    } else return
    event.preventDefault()
  }
  const isActiveDrawn = rows.some((row) => row.id === activeId)
  return (
    <div
      ref={region}
      role="tree"
      tabIndex={0}
      aria-label={m.tree}
      hidden={rowCount === 0}
      aria-activedescendant={isActiveDrawn ? `${id}-${activeId}` : undefined}
      className={classes['tree']}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={() => active === undefined && store.send({ kind: 'press', key: 'Home' })}
    >
      <div className={classes['all']} style={{ height: rowCount * rowHeight }}>
        {rows.map((row, index) => (
          <TreeRow
            key={row.id}
            id={`${id}-${row.id}`}
            row={row}
            top={(start + index) * rowHeight}
            isActive={row.id === activeId}
            isSelected={row.topic === selected}
          />
        ))}
      </div>
    </div>
  )
}

/** The height assumed for a region without a layout, in pixels. */
const assumedHeight = 720

/** Returns the row that must keep its place: the active row while it is visible, otherwise the first visible row. */
function findAnchor(
  view: ExplorerView | undefined,
  activeId: number | undefined,
  first: number,
  last: number,
) {
  const active = view?.active
  if (active !== undefined && active.id === activeId && active.index >= first && active.index < last)
    return active
  const row = first === 0 ? undefined : view?.rows[first - view.start]
  return row && { id: row.id, index: first }
}

/**
 * Tells the worker which rows are visible and keeps their place: rows that appear above move the scroll position, not
 * the visible rows. While the tree is not visible, nothing is requested.
 */
function useTreeScroll(
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
    anchor.current = findAnchor(latest.current, activeId, first ?? 0, last ?? 0)
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
