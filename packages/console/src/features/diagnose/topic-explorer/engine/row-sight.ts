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

/** The broker's own topics stay folded until the user opens them. */
const isFirst = ({ depth, name }: TopicNode) => depth !== 1 || !name.startsWith('$')

/** Holds the view of the tree: its order, the search, the open branches, and the row that has the keyboard. */
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
  /** The position of the row that must keep its place. */
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

  /**
   * Returns the rows to render. Rows that appear above the anchor shift the window, so that the anchor keeps its
   * place.
   */
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

  /** Drops the cached rows after a change of the tree. */
  refresh(): void {
    this.#rows = undefined
  }

  /** Repeats the search after a whole source was removed. */
  restart(): void {
    this.find(this.#text, this.#show)
  }

  turn(id: number, isOpen: boolean): void {
    const node = this.#tree.getNode(id)
    if (node === undefined) return
    this.#isTouched = true
    if (this.#search === undefined) node.isOpen = isOpen
    else this.#turned.set(id, isOpen)
    // A branch that the user opens expands below its row, whatever rows that moves.
    this.#anchor = undefined
    this.refresh()
  }

  /** Opens as many levels as fit into `most` rows, as long as the user has not opened or closed a branch. */
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

  /** Opens or closes every existing branch, except for the broker's own topics when opening. */
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

  /** Opens the path to a hidden topic and makes it the active row. */
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
