import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import type { ReactNode } from 'react'
import type { Action, BulkAction, Mutation } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import type { SeriesColor } from '#kit/chart/plot-options.ts'
import type { Interruption } from '#kit/dialogs/dialog-store.ts'
import type { Column } from '#kit/table/column.ts'
import type { Address, FilterOf, ListPage, RouteName, SortOf, TabOf } from '#routes/routes.ts'
import type { StatusKind } from '#ui/status.tsx'
import type { ManagedList, ReadById, ReadOfEach } from './managed-list.ts'

/** What a table of a resource has of its own accord, where the resource can do it. */
export type GivenColumn = 'name' | 'status' | 'nodes' | 'metrics' | 'problems' | 'enabled'

/** Something else that would be left without use. */
export interface LeftOver {
  readonly name: string
  readonly remove: () => Promise<unknown>
}

interface Labelled<Item> {
  readonly label: string | ((item: Item) => string)
  readonly danger?: boolean
  /** Why it cannot be done with this one, beside what the action itself says. */
  readonly disabledReason?: (item: Item, all: readonly Item[]) => string | undefined
}

/** Something that is done to one, or to many, or led to from it. */
export type ItemAction<Item> = Labelled<Item> &
  (
    | {
        readonly does: Action<Item>
        /** The one is gone afterwards: its page leads back to the list. */
        readonly takesAway?: boolean
      }
    /** Also offered for the selection. */
    | { readonly doesMany: BulkAction<Item>; readonly takesAway?: boolean }
    | { readonly opens: (item: Item, all: readonly Item[]) => unknown }
  )

export interface NodeState {
  readonly node: string
  readonly kind: StatusKind
  readonly word: string
  /** As the broker says it. */
  readonly status: string
  /** What the node says about it. */
  readonly reason?: string | undefined
}

/** How one is doing, in the cluster and on each node. */
export interface ManagedState {
  readonly kind: StatusKind
  readonly word: string
  /** As the broker says it; undefined where it says nothing of the whole. */
  readonly status: string | undefined
  readonly nodes: readonly NodeState[]
}

/** One counter of a resource. */
export interface ManagedCounter<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly definition: string
  /** Not in the table until chosen. */
  readonly isExtra?: boolean
  /** Its curve over the time its page is open. */
  readonly color?: SeriesColor
  /** What it is a part of: each group has a strip of its own. */
  readonly group?: string
}

/** What was counted, and how fast in a second. */
export type Counts<Name extends string> = Readonly<Record<Name | 'rate' | 'rate_max', number>> & {
  /** Not of all resources. */
  readonly rate_last5m?: number
}

interface ManagedMetrics<Name extends string> {
  readonly cluster: Counts<Name>
  readonly nodes: readonly { readonly node: string; readonly metrics: Counts<Name> }[]
  /** Shown below the counters: what was asked of another system, say. */
  readonly more?: ReactNode
}

export interface ManagedFigures<Name extends string> {
  /** Of what connects to something; the others are as they are set. */
  readonly state?: ManagedState
  readonly metrics?: ManagedMetrics<Name>
}

/** What was counted of one, twice. */
export interface Seen<Name extends string> {
  readonly first: ManagedFigures<Name>
  readonly now: ManagedFigures<Name>
}

/** What somebody is about to do to one. */
export type ManagedChange<Item> =
  /** `to` counts from 0. */
  | { readonly kind: 'move'; readonly item: Item; readonly to: number }
  | { readonly kind: 'enable' | 'disable' | 'remove'; readonly item: Item }

/** The tab of its page that shows what is counted of one. */
type MetricsTab = 'overview' | 'statistics'

/** The pages of which no declared tab is left out. */
type PageOf<Tab extends string> = {
  [Name in RouteName]: [TabOf<Name>] extends [Tab | MetricsTab] ? Name : never
}[RouteName]

interface ManagedTab<Item, Tab extends string> {
  readonly id: Tab
  readonly label: string
  /** Without it, every one has the tab. */
  readonly when?: (item: Item) => boolean
}

/**
 * Something that has a name, a state and settings. What it can do beside being listed is an optional part; list, page and
 * steps to a new one follow from the parts. `Name`: what is counted of it. `Page`: where its list is; its address
 * declares what sorts it.
 */
export interface ManagedResource<
  Item,
  Name extends string = never,
  Tab extends string = string,
  Page extends ListPage = ListPage,
> {
  readonly toId: (item: Item) => string
  /** The field of the API that says the ID, where that is not `name`. */
  readonly idField?: string
  /** As it is called in titles, questions and controls. */
  readonly formatName: (item: Item) => string
  /** Shorter, where its place says the rest. */
  readonly formatLabel?: (item: Item) => string
  readonly list: ManagedList<Item, FilterOf<Page>>
  /** Where the list is: its page, and the tab of it where the list is but one of several. */
  readonly address: Address<Page>
  readonly columns: Columns<Item, SortOf<Page>> | ((items: readonly Item[]) => Columns<Item, SortOf<Page>>)
  /** The choice of columns is kept in the browser under it. */
  readonly columnsKey?: string
  /** The list can be saved under this name. */
  readonly exportName: string
  readonly words: {
    readonly title: string
    /** The table's accessible name. */
    readonly label: string
    /** The head of the column of names. */
    readonly member?: string
    readonly emptyTitle?: string
    readonly emptyText?: string
    /** Where filters find nothing. */
    readonly noneMatch?: string
    readonly noneMatchText?: string
    /** "3 rules": with it, many are enabled, disabled and deleted at a time. */
    readonly counted?: (count: number, shown: string) => string
  }
  /** How one is doing; read one by one where the list does not tell. */
  readonly status?: {
    readonly read: ReadOfEach<Item, ManagedFigures<Name>>
    readonly definition?: string
    /** Asked for the rows in sight only, where a page may hold hundreds. */
    readonly isForSight?: boolean
  }
  readonly metrics?: {
    readonly counters: readonly ManagedCounter<Name>[]
    /** What is counted in a second. */
    readonly rateDefinition: string
    /** The tab of its page that shows them, if it is not called an overview. */
    readonly tab?: { readonly id: MetricsTab; readonly label: string }
    /** Counts from zero again. */
    readonly reset?: Mutation<Item>
  }
  /** What is wrong with one, in its row. `seen`: what it counted when it came into sight, and now. */
  readonly problems?: (item: Item, seen: Seen<Name> | undefined) => ReactNode
  /** Where a copy of one is made. */
  readonly copy?: (item: Item) => Address
  /** Where other things are made with one, offered in its row. */
  readonly makes?: (item: Item) => readonly { readonly label: string; readonly to: Address }[]
  /** Why one is not changed here: something else owns it. */
  readonly ownedBy?: (item: Item) => string | undefined
  readonly enable?: {
    readonly isOn: (item: Item) => boolean
    readonly set: (isOn: boolean) => Mutation<Item>
    /** What it means when one is on again. */
    readonly enabling: string
    /** What it means when one is off. */
    readonly disabling: string
    /** What stops when one is switched on or off. */
    readonly interrupts: (item: Item, isOn: boolean) => Interruption
  }
  readonly order?: {
    readonly move: Mover<Item>
    /** What the order means. */
    readonly definition: string
  }
  readonly remove?: {
    readonly deed: Mutation<Item>
    /** What stops when one is gone. */
    readonly interrupts: (item: Item) => Interruption
    /** The question, where the specification gives it for this resource. */
    readonly title?: string
    /** What it means when it is gone. `kept`: records that go with it, undefined where they cannot be counted. */
    readonly consequence: (item: Item, kept: number | undefined) => string
    /** Why the broker would refuse, with what is to be done first; nothing is asked of it then. */
    readonly blocked?: (item: Item) => ReactNode | undefined
    /** What only this one uses, and may go with it; looked for before it is asked. */
    readonly leaves?: (item: Item) => Promise<readonly LeftOver[]>
    /** Records that are kept within it: without any, its name need not be typed. */
    readonly countKept?: (item: Item) => Promise<number | undefined>
  }
  /** Under the questions above: what would come of it. Where it says something, moving and enabling ask, too. */
  readonly preview?: (change: ManagedChange<Item>) => ReactNode | undefined
  readonly actions?: readonly ItemAction<Item>[]
  /** The page of one. */
  readonly page?: {
    /** Without a tab, the first one is open. */
    address(id: string, tab?: Tab): Address<PageOf<Tab>>
    /** One by what its address names; without data once it was answered, there is none. */
    readonly read: ReadById<Item>
    /** Beside its state: what kind it is. */
    readonly badges?: (item: Item) => ReactNode
    /** Its name is an identifier, compared letter by letter. */
    readonly isMono?: boolean
    /** One line below the head. */
    readonly summary?: (item: Item) => ReactNode
    /** What is wrong with it, between the head and everything else: as many lines as it takes. */
    readonly notice?: (item: Item) => ReactNode
    /** Beside the overview, which is there where something is counted. */
    readonly tabs: readonly ManagedTab<Item, Tab>[]
    readonly words: { readonly tabs: string; readonly absentTitle: string; readonly absentText: string }
  }
}

type Columns<Item, By extends string = string> = readonly (GivenColumn | Column<Item, By>)[]

/** A resource of which each one has a page of its own. */
export type WithPage<
  Item,
  Name extends string,
  Tab extends string,
  Page extends ListPage = ListPage,
> = ManagedResource<Item, Name, Tab, Page> & {
  readonly page: NonNullable<ManagedResource<Item, Name, Tab, Page>['page']>
}

/** Checks a description against what its endpoints answer and take, and what the addresses of its pages declare. */
export function declareResource<Item, Name extends string = never, Page extends ListPage = ListPage>(
  declared: ManagedResource<Item, Name, never, Page> & { readonly page?: never },
): ManagedResource<Item, Name>
export function declareResource<
  Item,
  Name extends string = never,
  Tab extends string = never,
  Page extends ListPage = ListPage,
>(declared: WithPage<Item, Name, Tab, Page>): WithPage<Item, Name, Tab>
export function declareResource<Declared>(declared: Declared): Declared {
  return declared
}

/** One of an ordered list, about to be the `to`-th, counted from 0. */
export interface Move<Item> {
  readonly item: Item
  readonly id: string
  /** All of them, in the order of now. */
  readonly ids: readonly string[]
  readonly to: number
}

/** How a list is put into another order. */
type Mover<Item> = (move: Move<Item>) => Promise<unknown>

/** As the API spells a place in a list. */
type Position = 'front' | 'rear' | `before:${string}`

/** The place that makes one the `to`-th; undefined if it is there. */
export function toMovePosition({ id, ids, to }: Omit<Move<unknown>, 'item'>): Position | undefined {
  if (ids.indexOf(id) === to) return undefined
  const others = ids.filter((one) => one !== id)
  const next = others[to]
  if (to <= 0) return 'front'
  return next === undefined ? 'rear' : `before:${next}`
}

/** For an endpoint that moves one to a position, which the path or the body names. */
export function toPosition<E extends Endpoint, Item>(
  endpoint: E,
  given: (item: Item, position: Position) => RequestOf<E>,
): Mover<Item> {
  return async (move) => {
    const position = toMovePosition(move)
    if (position !== undefined) await request(endpoint, given(move.item, position))
  }
}
