import type { Order, Source, TopicNode } from '#features/diagnose/topic-explorer/model/topic-node.ts'
import type { TopicTree } from '#features/diagnose/topic-explorer/model/topic-tree.ts'
import { findTyped, moveInTree, type TreeKey } from '#features/diagnose/topic-explorer/model/tree-keys.ts'
import {
  byName,
  isNodeOpen,
  listRows,
  type RowChoice,
  type TreeRow,
} from '#features/diagnose/topic-explorer/model/tree-rows.ts'
import { TreeSearch } from '#features/diagnose/topic-explorer/model/tree-search.ts'

interface Sight {
  readonly start: number
  readonly count: number
}

interface RowPosition {
  readonly id: number
  readonly index: number
}

/** The broker's own topics stay folded until somebody opens them. */
const isFirst = ({ depth, name }: TopicNode) => depth !== 1 || !name.startsWith('$')

/** The rows of the tree as somebody looks at them: order, search, what is open, what the keyboard is on. */
export class RowSight {
  readonly #tree: TopicTree
  #rows: readonly TreeRow[] | undefined
  #sight: Sight = { start: 0, count: 0 }
  #order: Order = byName
  #orders = 0
  #show: Source | 'all' = 'all'
  #text = ''
  #search: TreeSearch | undefined
  #searches = 0
  #turned = new Map<number, boolean>()
  #activeId: number | undefined
  #isTouched = false
  /** Of the row that has to stay in its place. */
  #anchor: RowPosition | undefined

  constructor(tree: TopicTree) {
    this.#tree = tree
  }

  get search(): TreeSearch | undefined {
    return this.#search
  }

  get isWatched(): boolean {
    return this.#sight.count > 0
  }

  get rows(): readonly TreeRow[] {
    this.#rows ??= listRows(this.#tree.root, this.#choice)
    return this.#rows
  }

  get active(): RowPosition | undefined {
    const index = this.#activeIndex()
    return index < 0 || this.#activeId === undefined ? undefined : { id: this.#activeId, index }
  }

  /** The rows to draw. What comes in above the row that has to stay pushes the window, not the row. */
  take(): {
    readonly start: number
    readonly rows: readonly TreeRow[]
    readonly anchor: RowPosition | undefined
  } {
    const { rows } = this
    const before = this.#anchor
    const anchor = before && this.#findPlace(before.id, before.index)
    const shift = anchor === undefined || before === undefined ? 0 : anchor.index - before.index
    const start = Math.max(0, Math.min(this.#sight.start + shift, rows.length))
    this.#sight = { ...this.#sight, start }
    this.#anchor = anchor
    return { start, rows: rows.slice(start, start + this.#sight.count), anchor }
  }

  hasSeen(start: number, count: number): boolean {
    return this.#sight.start === start && this.#sight.count === count
  }

  look(start: number, count: number, anchor: number | undefined): void {
    this.#sight = { start, count }
    this.#anchor = anchor === undefined ? undefined : this.#findPlace(anchor, start)
  }

  /** The tree has changed. */
  refresh(): void {
    this.#rows = undefined
  }

  /** So much of it has gone that the search has to be made again. */
  restart(): void {
    this.find(this.#text, this.#show)
  }

  turn(id: number, isOpen: boolean): void {
    const node = this.#tree.getNode(id)
    if (node === undefined) return
    this.#isTouched = true
    if (this.#search === undefined) node.isOpen = isOpen
    else this.#turned.set(id, isOpen)
    // What somebody opens grows below it, wherever that pushes the rest.
    this.#anchor = undefined
    this.refresh()
  }

  /** As many levels as fit into so many rows, while nobody has opened or closed any. */
  openFirst(most: number): void {
    if (this.#isTouched) return
    let level = [this.#tree.root]
    for (let rows = this.#tree.root.children?.size ?? 0; rows <= most; ) {
      level = level.flatMap((node) => [...(node.children?.values() ?? [])]).filter(isFirst)
      rows += level.reduce((sum, { children }) => sum + (children?.size ?? 0), 0)
      if (level.length === 0) return
      if (rows <= most) for (const node of level) node.isOpen = true
    }
  }

  /** Every branch that is there now, so far as it is shown. */
  turnAll(isOpen: boolean): void {
    this.#isTouched = true
    const waiting = [this.#tree.root]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const child of node.children?.values() ?? []) {
        if (child.children === undefined) continue
        if (isOpen && !isFirst(child)) continue
        if (this.#search === undefined) child.isOpen = isOpen
        else this.#turned.set(child.id, isOpen)
        waiting.push(child)
      }
    }
    this.#anchor = undefined
    this.refresh()
  }

  /** Opens the way to a topic that is out of sight, and stands there. */
  reveal(topic: string): 'missing' | 'shown' | 'opened' {
    const node = this.#tree.find(topic)
    if (node === undefined) return 'missing'
    let isShown = this.#activeId !== undefined
    for (let at = node.parent; at?.parent !== undefined; at = at.parent) {
      if (isNodeOpen(at, this.#choice)) continue
      this.turn(at.id, true)
      isShown = false
    }
    if (!isShown) this.#activeId = node.id
    return isShown ? 'shown' : 'opened'
  }

  press(key: TreeKey): void {
    const { index, turn } = moveInTree(this.rows, this.#activeIndex(), key)
    this.#activeId = this.rows[index]?.node.id
    if (turn !== undefined) this.turn(turn.id, turn.isOpen)
  }

  type(typed: string): void {
    this.#activeId = this.rows[findTyped(this.rows, this.#activeIndex(), typed)]?.node.id
  }

  activate(id: number): void {
    this.#activeId = id
  }

  arrange(by: 'name' | 'activity'): void {
    if (by === 'activity') this.#orders += 1
    this.#order = by === 'name' ? byName : this.#orders
    this.#anchor = undefined
    this.refresh()
  }

  find(text: string, show: Source | 'all'): void {
    this.#text = text
    this.#show = show
    this.#turned.clear()
    this.#anchor = undefined
    this.#search = undefined
    if (text !== '') {
      this.#searches += 1
      this.#search = new TreeSearch(this.#searches, text)
      this.#search.mark(this.#tree.root)
    }
    this.refresh()
  }

  get #choice(): RowChoice {
    return { order: this.#order, show: this.#show, search: this.#search, turned: this.#turned }
  }

  #activeIndex(): number {
    return this.#activeId === undefined ? -1 : this.rows.findIndex(({ node }) => node.id === this.#activeId)
  }

  #findPlace(id: number, near: number): RowPosition | undefined {
    const { rows } = this
    if (rows[near]?.node.id === id) return { id, index: near }
    const index = rows.findIndex(({ node }) => node.id === id)
    return index < 0 ? undefined : { id, index }
  }
}
