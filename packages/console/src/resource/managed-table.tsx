import { type ReactNode, useMemo } from 'react'
import { whyNoWrite } from '#api/query.ts'
import { useGo } from '#kit/page/link.tsx'
import { type Selection, type TableQuery, useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import type { Paging } from '#kit/table/pager.tsx'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import type { Address } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { EmptyState } from '#ui/states.tsx'
import { itemActions } from './item-actions.tsx'
import { listManagedColumns, type ManagedRow } from './managed-columns.tsx'
import { fromListItem, type ListedItems, type ReadOfEach } from './managed-list.ts'
import type { ManagedFigures, ManagedResource } from './managed-resource.ts'
import { manyAtATime } from './many-at-a-time.tsx'
import { managed as m } from './messages.ts'
import { useOrder } from './use-order.tsx'

const pollSeconds = 10

export interface ManagedTableProps<Item, Name extends string> {
  readonly resource: ManagedResource<Item, Name>
  readonly listing: Listing<Item>
  /**
   * Returns the content at the right of the toolbar: actions for the whole list, or for all items that match the
   * filter.
   */
  readonly toolbar?: (
    listed: ListedItems<Item>,
    filter: FilterValues,
    setFilter: (to: FilterValues) => void,
  ) => ReactNode
  readonly onGone?: (gone: readonly Item[]) => void
}

/** Shows a list with its filters and its order, and the actions for one or several items. */
export function ManagedTable<Item, Name extends string>(props: ManagedTableProps<Item, Name>) {
  const { resource, listing, toolbar, onGone } = props
  const { toId, formatName, list } = resource
  const { listed, filter, paging } = listing
  const selection = useListedSelection(resource, listed)
  const changeFilters = (to: FilterValues) => {
    selection.clear()
    listing.setFilter(to)
  }
  const all = listed.items ?? none
  const rows = useRows(resource, listed)
  const columns = useMemo(() => listManagedColumns(resource, all), [resource, all])
  const order = useOrder(resource, all)
  const forget = (gone: readonly Item[]) => {
    selection.forget(gone.map(toId))
    onGone?.(gone)
  }
  const go = useGo()
  const actionsOf = itemActions(resource, all, forget)
  const rowActions = (row: ManagedRow<Item, Name>): readonly MenuAction[] => {
    const actions = actionsOf(row.item)
    return [
      ...listTabLinks(resource, row.item).map(({ label, to }) => ({
        label,
        onSelect: () => void go(to),
      })),
      ...(resource.copy === undefined
        ? []
        : [makes({ label: m.duplicate, to: resource.copy(row.item) }, resource.ownedBy?.(row.item))]),
      ...(resource.makes?.(row.item) ?? []).map((one) => makes(one, resource.ownedBy?.(row.item))),
      ...actions.filter(({ danger }) => !danger),
      ...order.actions(row),
      ...actions.filter(({ danger }) => danger),
    ]
  }
  const makes = (
    { label, to }: { readonly label: string; readonly to: Address },
    ownedBy: string | undefined,
  ): MenuAction => ({
    label,
    disabledReason: whyNoWrite() ?? ownedBy,
    onSelect: () => void go(to),
  })
  const bulkActions = buildBulkActions(resource, forget)
  const hasBulk = bulkActions !== undefined && whyNoWrite() === undefined
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <DataTable
        page="*"
        label={resource.words.label}
        columns={resource.order === undefined ? columns : [...order.columns, ...columns]}
        {...(resource.columnsKey === undefined ? {} : { columnsKey: resource.columnsKey })}
        rowKey={({ item }) => toId(item)}
        rowLabel={({ item }) => formatName(item)}
        query={rows}
        {...(paging === undefined ? {} : { paging })}
        {...(hasBulk ? { selection, bulkActions } : {})}
        rowActions={rowActions}
        {...(list.filters.length === 0
          ? {}
          : { filters: <FilterBar filters={list.filters} values={filter} onChange={changeFilters} /> })}
        actions={toolbar?.(listed, filter, changeFilters)}
        exportName={resource.exportName}
        {...(list.all === undefined ? {} : { exportAll: exportAll(list.all, filter) })}
        {...(resource.status?.isForSight === true ? { exportRead: exportRead(resource.status.read) } : {})}
        empty={<Nothing words={resource.words} isFiltered={isFiltered && listed.count !== 0} />}
      />
      {order.announcement}
    </>
  )
}

const none: readonly never[] = []

const unknown: ReadOfEach<unknown, undefined> = fromListItem(() => undefined)

function Nothing({
  words,
  isFiltered,
}: {
  readonly words: ManagedResource<never>['words']
  readonly isFiltered: boolean
}) {
  if (isFiltered && words.noneMatch !== undefined)
    return <EmptyState title={words.noneMatch}>{words.noneMatchText}</EmptyState>
  return words.emptyTitle === undefined ? null : (
    <EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>
  )
}

/** Returns the selection. In a list that is loaded as a whole, items that are no longer in the list are deselected. */
function useListedSelection<Item, Name extends string>(
  { toId, list }: ManagedResource<Item, Name>,
  { items }: ListedItems<Item>,
): Selection<ManagedRow<Item, Name>> {
  const selection = useSelection<ManagedRow<Item, Name>>()
  if (list.isPaged || items === undefined || selection.rows.size === 0) return selection
  const listed = new Set(items.map(toId))
  return { ...selection, rows: new Map([...selection.rows].filter(([id]) => listed.has(id))) }
}

/** A list with the filters and the page from the URL. */
interface Listing<Item> {
  readonly listed: ListedItems<Item>
  readonly filter: FilterValues
  readonly setFilter: (to: FilterValues) => void
  readonly paging: Paging | undefined
}

export function useListing<Item, Name extends string>({ list }: ManagedResource<Item, Name>): Listing<Item> {
  const { place, filters, setFilters, setPlace } = useListSearch('*', list.filters)
  const filter = list.isOneFilter ? oneFilter({}, filters) : filters
  const listed = list.useItems(place, filter)
  return {
    listed,
    filter,
    setFilter: (to) => setFilters(list.isOneFilter ? oneFilter(filter, to) : to),
    paging: list.isPaged ? pagePaging(place, listed.meta, setPlace) : undefined,
  }
}

/** Keeps one filter: a new filter replaces the previous one. */
function oneFilter(before: FilterValues, after: FilterValues): FilterValues {
  const entries = Object.entries(after)
  const changed = entries.filter(([key, value]) => before[key] !== value)
  return Object.fromEntries((changed.length > 0 ? changed : entries).slice(0, 1))
}

/** Returns the listed items, each with its figures. */
function useRows<Item, Name extends string>(
  { status }: ManagedResource<Item, Name>,
  { query }: ListedItems<Item>,
): TableQuery<ManagedRow<Item, Name>> {
  const items = query.rows ?? none
  const read: ReadOfEach<Item, ManagedFigures<Name> | undefined> =
    status?.isForSight === true ? unknown : (status?.read ?? unknown)
  const figures = read.useMany(items, pollSeconds)
  const rows = useMemo(
    () => query.rows?.map((item, at) => ({ item, figures: figures[at] })),
    [query.rows, figures],
  )
  return { ...query, rows }
}

/** Returns the tabs of an item's page as menu links. */
function listTabLinks<Item, Name extends string>({ toId, page }: ManagedResource<Item, Name>, item: Item) {
  if (page === undefined) return []
  const tabs = page.tabs.filter(({ when = () => true }) => when(item))
  return tabs.map(({ id, label }) => ({ label, to: page.address(toId(item), id) }))
}

/** Returns a button for each bulk action; undefined if there is none. */
function buildBulkActions<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  onGone: (gone: readonly Item[]) => void,
) {
  const many = [...(resource.actions ?? []), ...manyAtATime(resource)].filter((one) => 'doesMany' in one)
  if (many.length === 0) return undefined
  return (rows: readonly ManagedRow<Item, Name>[]) =>
    many.map(({ label, danger = false, doesMany, takesAway = false }) => (
      <Button
        key={String(label)}
        size="small"
        variant={danger ? 'danger' : 'default'}
        disabledReason={whyNoWrite() ?? firstReason(resource, rows)}
        onClick={() =>
          void doesMany.run(rows.map(({ item }) => item)).then((done) => {
            if (takesAway) onGone(done)
          })
        }
      >
        {typeof label === 'string' ? label : rows[0] && label(rows[0].item)}
      </Button>
    ))
}

/** Returns the first reason found: several items are changed only if each of them may be. */
function firstReason<Item, Name extends string>(
  { ownedBy, formatName }: ManagedResource<Item, Name>,
  rows: readonly ManagedRow<Item, Name>[],
): string | undefined {
  for (const { item } of rows) {
    const reason = ownedBy?.(item)
    if (reason !== undefined) return m.notAmong(formatName(item), reason)
  }
  return undefined
}

function exportAll<Item>(
  all: (filter: FilterValues, signal: AbortSignal) => AsyncGenerator<readonly Item[]>,
  filter: FilterValues,
) {
  return async function* rows(signal: AbortSignal) {
    for await (const items of all(filter, signal)) yield items.map((item) => ({ item, figures: undefined }))
  }
}

/** The number of items read at once: an export may have thousands of rows, and few requests may run in parallel. */
const readAtATime = 4

function exportRead<Item, Name extends string>({ ask }: ReadOfEach<Item, ManagedFigures<Name>>) {
  return async function* rows(given: readonly ManagedRow<Item, Name>[], signal: AbortSignal) {
    for (let at = 0; at < given.length; at += readAtATime) {
      const batch = given.slice(at, at + readAtATime)
      yield await Promise.all(batch.map(async ({ item }) => ({ item, figures: await ask(item, signal) })))
    }
  }
}
