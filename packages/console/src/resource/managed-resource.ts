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

/** The columns that a table has by default, if the resource supports them. */
export type GivenColumn = 'name' | 'status' | 'nodes' | 'metrics' | 'problems' | 'enabled'

/** Another object that would be left unused. */
export interface LeftOver {
  readonly name: string
  readonly remove: () => Promise<unknown>
}

interface Labelled<Item> {
  readonly label: string | ((item: Item) => string)
  readonly danger?: boolean
  /** Returns the reason why the action is disabled for this item, beside the reasons of the action itself. */
  readonly disabledReason?: (item: Item, all: readonly Item[]) => string | undefined
}

/** An action for one or several items, or a link from an item. */
export type ItemAction<Item> = Labelled<Item> &
  (
    | {
        readonly does: Action<Item>
        /** True if the item no longer exists afterwards, so that its page returns to the list. */
        readonly takesAway?: boolean
      }
    /** This action is also offered for the selection. */
    | { readonly doesMany: BulkAction<Item>; readonly takesAway?: boolean }
    | { readonly opens: (item: Item, all: readonly Item[]) => unknown }
  )

export interface NodeState {
  readonly node: string
  readonly kind: StatusKind
  readonly word: string
  /** The status as the broker reports it. */
  readonly status: string
  /** The reason that the node reports. */
  readonly reason?: string | undefined
}

/** The state of an item in the cluster and on each node. */
export interface ManagedState {
  readonly kind: StatusKind
  readonly word: string
  /** The status as the broker reports it; undefined if it reports none for the cluster. */
  readonly status: string | undefined
  readonly nodes: readonly NodeState[]
}

/** A counter of a resource. */
export interface ManagedCounter<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly definition: string
  /** True if the column is hidden until the user adds it. */
  readonly isExtra?: boolean
  /** The colour of its curve for the time since the page was opened. */
  readonly color?: SeriesColor
  /** The group of the counter; each group has its own figure strip. */
  readonly group?: string
}

/** The counters and their rate per second. */
export type Counts<Name extends string> = Readonly<Record<Name | 'rate' | 'rate_max', number>> & {
  /** Undefined for resources that do not report it. */
  readonly rate_last5m?: number
}

interface ManagedMetrics<Name extends string> {
  readonly cluster: Counts<Name>
  readonly nodes: readonly { readonly node: string; readonly metrics: Counts<Name> }[]
  /** Content below the counters, for example the requests to another system. */
  readonly more?: ReactNode
}

export interface ManagedFigures<Name extends string> {
  /** The state of an item that connects to a system; other items have no state beyond their settings. */
  readonly state?: ManagedState
  readonly metrics?: ManagedMetrics<Name>
}

/** The figures of an item at two times. */
export interface Seen<Name extends string> {
  readonly first: ManagedFigures<Name>
  readonly now: ManagedFigures<Name>
}

/** A change that a user is about to make to an item. */
export type ManagedChange<Item> =
  /** `to` is the new index, counted from 0. */
  | { readonly kind: 'move'; readonly item: Item; readonly to: number }
  | { readonly kind: 'enable' | 'disable' | 'remove'; readonly item: Item }

/** The tab of the item's page that shows its counters. */
type MetricsTab = 'overview' | 'statistics'

/** The routes whose tabs are all declared. */
type PageOf<Tab extends string> = {
  [Name in RouteName]: [TabOf<Name>] extends [Tab | MetricsTab] ? Name : never
}[RouteName]

interface ManagedTab<Item, Tab extends string> {
  readonly id: Tab
  readonly label: string
  /** Returns true if the item has the tab; without it, every item has the tab. */
  readonly when?: (item: Item) => boolean
}

/**
 * Describes items that have a name, a state and settings. Every ability beside the list is an optional part, from
 * which the list, the pages and the creation steps are built. `Name` is the type of its counters, `Page` the route of
 * its list; the route declares the sort keys.
 */
export interface ManagedResource<
  Item,
  Name extends string = never,
  Tab extends string = string,
  Page extends ListPage = ListPage,
> {
  readonly toId: (item: Item) => string
  /** The field of the API that contains the ID, if it is not `name`. */
  readonly idField?: string
  /** Returns the name of an item for titles, confirmations and controls. */
  readonly formatName: (item: Item) => string
  /** Returns a shorter name for places where the context gives the rest. */
  readonly formatLabel?: (item: Item) => string
  readonly list: ManagedList<Item, FilterOf<Page>>
  /** The address of the list: its page, and its tab if the page has several lists. */
  readonly address: Address<Page>
  readonly columns: Columns<Item, SortOf<Page>> | ((items: readonly Item[]) => Columns<Item, SortOf<Page>>)
  /** The key under which the choice of columns is stored in the browser. */
  readonly columnsKey?: string
  /** The file name for an export of the list. */
  readonly exportName: string
  readonly words: {
    readonly title: string
    /** The accessible name of the table. */
    readonly label: string
    /** The header of the name column. */
    readonly member?: string
    readonly emptyTitle?: string
    readonly emptyText?: string
    /** The texts if the filters match nothing. */
    readonly noneMatch?: string
    readonly noneMatchText?: string
    /** Returns a text such as "3 rules"; if set, several items can be enabled, disabled and deleted at a time. */
    readonly counted?: (count: number, shown: string) => string
  }
  /** Reads the state of each item, one by one if the list does not contain it. */
  readonly status?: {
    readonly read: ReadOfEach<Item, ManagedFigures<Name>>
    readonly definition?: string
    /** If true, the state is requested for visible rows only, since a page may contain hundreds of rows. */
    readonly isForSight?: boolean
  }
  readonly metrics?: {
    readonly counters: readonly ManagedCounter<Name>[]
    /** The explanation of the rate per second. */
    readonly rateDefinition: string
    /** The tab of the item's page that shows the metrics, if it is not the overview. */
    readonly tab?: { readonly id: MetricsTab; readonly label: string }
    /** Resets the counters to zero. */
    readonly reset?: Mutation<Item>
  }
  /** Describes the problems of an item in its row. `seen` has its counters when the row became visible, and now. */
  readonly problems?: (item: Item, seen: Seen<Name> | undefined) => ReactNode
  /** Returns the address where a copy of an item is created. */
  readonly copy?: (item: Item) => Address
  /** Returns links to create other objects with an item, for the menu of its row. */
  readonly makes?: (item: Item) => readonly { readonly label: string; readonly to: Address }[]
  /** Returns the reason why an item cannot be changed here: another object owns it. */
  readonly ownedBy?: (item: Item) => string | undefined
  readonly enable?: {
    readonly isOn: (item: Item) => boolean
    readonly set: (isOn: boolean) => Mutation<Item>
    /** The effect of enabling an item. */
    readonly enabling: string
    /** The effect of disabling an item. */
    readonly disabling: string
    /** Returns what is interrupted when an item is enabled or disabled. */
    readonly interrupts: (item: Item, isOn: boolean) => Interruption
  }
  readonly order?: {
    readonly move: Mover<Item>
    /** The meaning of the order. */
    readonly definition: string
  }
  readonly remove?: {
    readonly deed: Mutation<Item>
    /** Returns what is interrupted when an item is deleted. */
    readonly interrupts: (item: Item) => Interruption
    /** The title of the confirmation, if the specification prescribes one for this resource. */
    readonly title?: string
    /**
     * Describes the effect of the deletion. `kept` is the number of records deleted with the item; undefined if
     * unknown.
     */
    readonly consequence: (item: Item, kept: number | undefined) => string
    /** Returns the reason why the broker would refuse, with the necessary steps; the request is then not sent. */
    readonly blocked?: (item: Item) => ReactNode | undefined
    /** Finds the objects that only this item uses and that may be deleted with it, before the confirmation is shown. */
    readonly leaves?: (item: Item) => Promise<readonly LeftOver[]>
    /** Counts the records within the item: if there are none, its name need not be typed. */
    readonly countKept?: (item: Item) => Promise<number | undefined>
  }
  /**
   * Previews the effect of a change in the confirmations above. If it returns content, moving and enabling are
   * confirmed, too.
   */
  readonly preview?: (change: ManagedChange<Item>) => ReactNode | undefined
  readonly actions?: readonly ItemAction<Item>[]
  /** The page of one item. */
  readonly page?: {
    /** Returns the address of the page; without a tab, the first tab is open. */
    address(id: string, tab?: Tab): Address<PageOf<Tab>>
    /** Reads an item by the ID in the URL; a response without data means that the item does not exist. */
    readonly read: ReadById<Item>
    /** Returns content beside the state, such as the kind of the item. */
    readonly badges?: (item: Item) => ReactNode
    /** True if the name is an identifier, which is compared character by character. */
    readonly isMono?: boolean
    /** Returns one line below the header. */
    readonly summary?: (item: Item) => ReactNode
    /** Returns the problems of an item, shown between the header and the rest of the page, in any number of lines. */
    readonly notice?: (item: Item) => ReactNode
    /** The tabs beside the overview, which exists if the resource has metrics. */
    readonly tabs: readonly ManagedTab<Item, Tab>[]
    readonly words: { readonly tabs: string; readonly absentTitle: string; readonly absentText: string }
  }
}

type Columns<Item, By extends string = string> = readonly (GivenColumn | Column<Item, By>)[]

/** A resource whose items have their own page. */
export type WithPage<
  Item,
  Name extends string,
  Tab extends string,
  Page extends ListPage = ListPage,
> = ManagedResource<Item, Name, Tab, Page> & {
  readonly page: NonNullable<ManagedResource<Item, Name, Tab, Page>['page']>
}

/**
 * Checks a resource against the requests and responses of its endpoints, and against the declared routes of its
 * pages.
 */
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

/** A move of an item in an ordered list; `to` is its new index, counted from 0. */
export interface Move<Item> {
  readonly item: Item
  readonly id: string
  /** The IDs of all items, in the current order. */
  readonly ids: readonly string[]
  readonly to: number
}

/** Moves an item of an ordered list. */
type Mover<Item> = (move: Move<Item>) => Promise<unknown>

/** A position in a list, as the API spells it. */
type Position = 'front' | 'rear' | `before:${string}`

/** Returns the position that moves an item to index `to`; undefined if the item is there already. */
export function toMovePosition({ id, ids, to }: Omit<Move<unknown>, 'item'>): Position | undefined {
  if (ids.indexOf(id) === to) return undefined
  const others = ids.filter((one) => one !== id)
  const next = others[to]
  if (to <= 0) return 'front'
  return next === undefined ? 'rear' : `before:${next}`
}

/** Creates a mover for an endpoint that moves an item to a position in its path or body. */
export function toPosition<E extends Endpoint, Item>(
  endpoint: E,
  given: (item: Item, position: Position) => RequestOf<E>,
): Mover<Item> {
  return async (move) => {
    const position = toMovePosition(move)
    if (position !== undefined) await request(endpoint, given(move.item, position))
  }
}
