import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import type { DataNode } from '#lib/data-tree/data-node.ts'
import { type DataPath, formatPath, stripTags } from '#lib/data-tree/data-path.ts'
import { printData } from '#lib/data-tree/print-data.ts'
import { hexFromBytes } from '#lib/payload.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Tag } from '#ui/marks.tsx'
import { dataTree as m } from '#ui/messages.ts'
import { Verbatim, VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './data-tree.module.css'
import { CHILDREN, type MoreRow, type TreeRow, type TreeShape, treeRows, type ValueRow } from './tree-rows.ts'

const TEXT_SHOWN = 300

const BYTES_SHOWN = 32

interface DataTreeProps {
  readonly label: string
  readonly root: DataNode
  readonly pathAction?: PathAction | undefined
}

const STEP = 16
/** Deeper rows are not indented further, or a phone would show nothing but the indent. */
const DEEPEST_INDENT = 12
const NAME_SHOWN = 200

/**
 * Shows a document that can be opened level by level, by mouse and keyboard; below it the path of the current value,
 * to copy.
 */
export function DataTree({ label, root, pathAction }: DataTreeProps) {
  const { rows, at, setActiveId, open, activate } = useTreeState(root)
  const tree = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    listItems(tree)[at]?.focus()
  })
  const act = (row: TreeRow) => {
    // The row "Show more" is replaced by the rows that it shows, so the focus moves to them.
    isMoving.current = row.kind === 'more'
    activate(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    const move = event.altKey || event.ctrlKey || event.metaKey ? undefined : treeMove(rows, at, event.key)
    if (move === undefined || row === undefined) return
    event.preventDefault()
    if (move.kind === 'activate') act(row)
    else if (move.kind === 'open') open(row.id, move.isOpen)
    else {
      isMoving.current = true
      setActiveId(rows[move.to]?.id ?? '')
    }
  }
  const findRow = (target: EventTarget) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null
    return item === null ? undefined : rows[listItems(tree).indexOf(item)]
  }
  const active = rows[at]
  return (
    <div className={classes['frame']}>
      <div
        ref={tree}
        role="tree"
        tabIndex={-1}
        aria-label={label}
        className={classes['tree']}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const row = findRow(target)
          if (row !== undefined) act(row)
        }}
        onFocus={({ target }) => {
          const row = findRow(target)
          if (row !== undefined) setActiveId(row.id)
        }}
      >
        {rows.map((row, each) => (
          <div
            key={row.id}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-setsize={row.siblings}
            aria-posinset={row.position}
            aria-expanded={row.kind === 'value' ? row.isOpen : undefined}
            aria-selected={each === at}
            tabIndex={each === at ? 0 : -1}
            className={classes['row']}
            style={{ paddingInlineStart: 6 + Math.min(row.depth, DEEPEST_INDENT) * STEP }}
          >
            {row.kind === 'value' ? (
              <Value row={row} />
            ) : (
              <span className={classes['more']}>
                {m.more(formatNumber(Math.min(CHILDREN, row.hidden)), formatNumber(row.hidden))}
              </span>
            )}
          </div>
        ))}
      </div>
      {active?.kind === 'value' && <TreeFooter row={active} action={pathAction} />}
    </div>
  )
}

function listItems(tree: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  return [...(tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
}

function Value({ row: { name, node, isOpen } }: { readonly row: ValueRow }) {
  return (
    <>
      <span className={classes['turn']} data-open={isOpen} aria-hidden="true">
        {isOpen !== undefined && <IconChevronRight size={14} stroke={1.5} />}
      </span>
      <span className={classes['content']}>
        {typeof name === 'number' && <span className={classes['index']}>{name}</span>}
        {typeof name === 'string' && (
          <bdi className={classes['name']}>
            {name === '' ? '""' : <VerbatimPieces text={name} limit={NAME_SHOWN} />}
          </bdi>
        )}
        {name !== undefined && <span className={classes['colon']}>: </span>}
        <TreeValue node={node} />
      </span>
    </>
  )
}

/**
 * Holds which rows are open and which is the current row. Both are kept for a new document, because messages of one
 * topic are similar.
 */
function useTreeState(root: DataNode) {
  const [shape, setShape] = useState<TreeShape>(() => ({ opened: new Map(), shown: new Map() }))
  const [activeId, setActiveId] = useState('')
  const rows = useMemo(() => treeRows(root, shape), [root, shape])
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )
  const open = (id: string, isOpen: boolean) =>
    setShape(({ opened, shown }) => ({ opened: new Map(opened).set(id, isOpen), shown }))
  const showMore = ({ parent, shown: before }: MoreRow) => {
    setShape(({ opened, shown }) => ({ opened, shown: new Map(shown).set(parent, before + CHILDREN) }))
    setActiveId(`${parent}/${before}`)
  }
  /** Performs the action of Enter, the space bar and a click. */
  const activate = (row: TreeRow) => {
    if (row.kind === 'more') return showMore(row)
    setActiveId(row.id)
    if (row.isOpen !== undefined) open(row.id, !row.isOpen)
  }
  return { rows, at, setActiveId, open, activate }
}

interface TreeFooterProps {
  readonly row: ValueRow
  readonly action: PathAction | undefined
}

/** Shows the path of the current row, and its actions. */
function TreeFooter({ row: { path, node }, action }: TreeFooterProps) {
  const place = formatPath(path)
  return (
    <div className={classes['footer']}>
      <span className={classes['path']}>
        <Verbatim text={place} mono />
      </span>
      <CopyButton name={m.path} text={place} />
      <span className={classes['tools']}>
        {action !== undefined && (action.isFor?.(node) ?? true) && (
          <Button size="small" onClick={() => action.onSelect(path, node)}>
            {action.label}
          </Button>
        )}
        {m.valueHead}
        <CopyButton
          name={m.value}
          text={() => {
            const inner = stripTags(node)
            return inner.kind === 'text' ? inner.text : printData(node)
          }}
        />
      </span>
    </div>
  )
}

type TreeMove =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'open'; readonly isOpen: boolean }
  | { readonly kind: 'activate' }

/** Returns the action of a key in a tree (ARIA Authoring Practices, tree view); undefined if the key has no action. */
function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove | undefined {
  const row = rows[at]
  if (row === undefined) return undefined
  const isOpen = row.kind === 'value' ? row.isOpen : undefined
  const go = (to: number): TreeMove | undefined => (rows[to] === undefined ? undefined : { kind: 'go', to })
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'Enter':
    case ' ':
      return { kind: 'activate' }
    case 'ArrowRight':
      if (isOpen === false) return { kind: 'open', isOpen: true }
      return isOpen === true ? go(at + 1) : undefined
    case 'ArrowLeft':
      if (isOpen === true) return { kind: 'open', isOpen: false }
      return go(rows.findIndex(({ id }) => id === row.parent))
  }
  return key.length === 1 ? go(firstNamed(rows, at, key)) : undefined
}

/** Returns the next row whose name begins with the typed letter. */
function firstNamed(rows: readonly TreeRow[], at: number, letter: string): number {
  const isNamed = (row: TreeRow) =>
    row.kind === 'value' &&
    String(row.name ?? '')
      .toLowerCase()
      .startsWith(letter.toLowerCase())
  const after = rows.findIndex((row, each) => each > at && isNamed(row))
  return after === -1 ? rows.findIndex(isNamed) : after
}

/** Shows a value on one line; a map or list shows its number of entries. */
function TreeValue({ node }: { readonly node: DataNode }) {
  switch (node.kind) {
    case 'map':
      return <span className={classes['count']}>{m.entries(node.entries.length)}</span>
    case 'list':
      return <span className={classes['count']}>{m.items(node.items.length)}</span>
    case 'text':
      return (
        <bdi className={classes['text']}>
          "<VerbatimPieces text={node.text} limit={TEXT_SHOWN} />"
        </bdi>
      )
    case 'number':
      return (
        <span className={classes['number']}>
          <VerbatimPieces text={node.text} limit={TEXT_SHOWN} />
        </span>
      )
    case 'word':
      return <span className={classes['word']}>{node.text}</span>
    case 'bytes':
      return (
        <span className={classes['number']}>
          {hexFromBytes(node.bytes.subarray(0, BYTES_SHOWN), ' ')}
          {node.bytes.length > BYTES_SHOWN && '…'}{' '}
          <span className={classes['count']}>{formatBytes(node.bytes.length)}</span>
        </span>
      )
    case 'tagged':
      return (
        <>
          <Tag>{node.tag}</Tag> <TreeValue node={node.inner} />
        </>
      )
  }
}

/** An action for the current path in a document, such as drawing its values as a chart. */
export interface PathAction {
  readonly label: string
  /** Tells whether the action works with a value; without it, the action works with any value. */
  readonly isFor?: (node: DataNode) => boolean
  readonly onSelect: (path: DataPath, node: DataNode) => void
}
