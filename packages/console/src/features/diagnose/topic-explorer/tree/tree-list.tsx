import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { tree as m } from '../../messages/topic-explorer.ts'
import type { ExplorerRow, ExplorerView } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import { treeKeys } from '../model/tree-keys.ts'
import classes from './tree-list.module.css'
import { TreeRow } from './tree-row.tsx'
import { useTreeScroll } from './use-tree-scroll.ts'

interface TreeListProps {
  readonly store: ExplorerStore
  readonly view: ExplorerView | undefined
  readonly selected: string | undefined
  readonly onSelect: (topic: string) => void
}

const desktopRow = 28
const phoneRow = 48
/** Letters that follow each other so fast are one word. */
const typingPause = 700

/** The tree as far as it is in sight; the whole of it is in the worker. */
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
    // The keys go on where the pointer was.
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
