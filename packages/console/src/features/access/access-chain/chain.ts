import type { ReactNode } from 'react'
import type { ChainPosition } from './chain-position.ts'
import type { ChainFigures } from './chain-status.ts'

export interface ChainItem {
  readonly enable: boolean
}

/** One of a chain; how it is doing is asked one by one. */
export interface ChainRow<Item, Count extends string> {
  readonly item: Item
  readonly status: ChainFigures<Count> | undefined
}

export interface ChainCount<Count extends string> {
  readonly name: Count
  readonly label: string
  readonly definition: string
  /** Not in the table until chosen. */
  readonly isExtra?: boolean
}

/** What somebody is about to do to one of a chain. */
export type ChainChange<Item> =
  /** `to` counts from 0. */
  | { readonly kind: 'move'; readonly item: Item; readonly to: number }
  | { readonly kind: 'enable' | 'disable' | 'remove'; readonly item: Item }

/** The answer to a query, as far as a page shows it. */
export interface ChainAnswer<Data> {
  readonly data: Data | undefined
  /** When it came, in epoch milliseconds; 0 before there is one. */
  readonly dataUpdatedAt: number
  readonly error: unknown
  readonly refetch: () => unknown
  readonly isFetching: boolean
}

/** What tells one chain from another: who is in it, what it counts, which requests change it, its words. */
export interface Chain<Item extends ChainItem, Count extends string> {
  readonly idOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
  /** Shorter, where its place says the rest. */
  readonly labelOf: (item: Item) => string
  /** What is counted, in the order of the page. */
  readonly counts: readonly ChainCount<Count>[]
  /** Parts of its page beside the overview. */
  readonly tabsOf: (item: Item) => readonly { readonly id: string; readonly label: string }[]
  /** Asked once for everything on its page. */
  readonly useStatus: (item: Item) => ChainAnswer<ChainFigures<Count>>
  readonly move: (item: Item, position: ChainPosition) => Promise<unknown>
  readonly enable: (item: Item, isOn: boolean) => Promise<unknown>
  readonly remove: (item: Item) => Promise<unknown>
  readonly path: string
  readonly memberPath: (id: string) => string
  /** Under the question whether to do it: what would come of it. Where there is one, moving and enabling ask, too. */
  readonly preview?: (change: ChainChange<Item>) => ReactNode
  /** What it means when it is gone. */
  readonly removal: (item: Item, lost: number | undefined) => string
  /** Records that are kept within it and go with it; 0 where it keeps none, undefined where they cannot be counted. */
  readonly countLost: (item: Item) => Promise<number | undefined>
  readonly words: {
    readonly title: string
    /** The table's accessible name. */
    readonly label: string
    readonly member: string
    readonly tabs: string
    /** What it means when one is no longer asked. */
    readonly disabling: string
    readonly emptyTitle: string
    readonly emptyText: string
    readonly absentTitle: string
    readonly absentText: string
  }
}

/** One of a chain, as what draws it is given it. */
export interface ChainMember<Item extends ChainItem, Count extends string> {
  readonly chain: Chain<Item, Count>
  readonly item: Item
}
