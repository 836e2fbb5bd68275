import { type ReactNode, useState } from 'react'
import { formatRate } from '#i18n/format-number.ts'
import { Link } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { Amount } from '#ui/marks.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { useInSight } from '#ui/viewport.ts'
import type { ReadOfEach } from './managed-list.ts'
import type {
  Counts,
  GivenColumn,
  ManagedCounter,
  ManagedFigures,
  ManagedResource,
  ManagedState,
  Seen,
} from './managed-resource.ts'
import { managed as m } from './messages.ts'
import { EnableSwitch, StateByNode, unknownState } from './state.tsx'

/** An item of a list with its figures, as far as they are known. */
export interface ManagedRow<Item, Name extends string> {
  readonly item: Item
  readonly figures: ManagedFigures<Name> | undefined
  /** The counters since the row became visible. */
  readonly seen?: Seen<Name>
}

/** Returns the column with the state, of the cluster or of a node. */
export function stateColumn<Row>(
  of: (row: Row) => Pick<ManagedState, 'kind' | 'word' | 'status'> | undefined,
  definition?: string,
): Column<Row, never> {
  return {
    id: 'state',
    header: m.state,
    ...(definition === undefined ? {} : { definition }),
    value: (row) => of(row)?.word,
    fields: [{ id: 'status', value: (row) => of(row)?.status }],
    cell: (row) => {
      const { kind, word } = of(row) ?? unknownState
      return <Status kind={kind}>{word}</Status>
    },
    width: 150,
    phone: 'status',
  }
}

/** Prefixes labels with their group, for places without group headings; the first group needs no prefix. */
export function withGroups<Name extends string>(
  counters: readonly ManagedCounter<Name>[],
): readonly ManagedCounter<Name>[] {
  return counters.map((one) =>
    one.group === undefined || one.group === counters[0]?.group || one.group === one.label
      ? one
      : { ...one, label: m.inGroup(one.group, one.label) },
  )
}

/** Returns the columns with the counters and the rate, of the cluster or of a node. */
export function metricColumns<Row, Name extends string>(
  counters: readonly ManagedCounter<Name>[],
  of: (row: Row) => Counts<Name> | undefined,
  onCard: 'rate' | 'count-and-rate',
  rateDefinition: string,
): readonly Column<Row>[] {
  return [
    ...withGroups(counters).map(
      ({ name, label, definition, isExtra = false }, at): Column<Row> => ({
        id: name,
        header: label,
        definition,
        value: (row) => of(row)?.[name],
        cell: (row) => <Amount value={of(row)?.[name]} />,
        align: 'end',
        width: 100,
        ...(isExtra ? { isExtra } : {}),
        // A card labels only the value at its left: the first count; the rate at its right has its unit.
        ...(at === 0 && onCard === 'count-and-rate' ? { phone: 'pair' } : {}),
      }),
    ),
    {
      id: 'rate',
      header: m.rate,
      definition: rateDefinition,
      value: (row) => of(row)?.rate,
      cell: (row) => <Amount value={of(row)?.rate} format={formatRate} unit={m.perSecond} />,
      align: 'end',
      width: 100,
      phone: 'pair',
    },
  ]
}

/** Returns the columns of a resource for table rows: its own, and those that every resource has. */
export function listManagedColumns<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  items: readonly Item[],
): readonly Column<ManagedRow<Item, Name>>[] {
  const { columns: declared } = resource
  const columns = typeof declared === 'function' ? declared(items) : declared
  // A card has room for one value beside the rate.
  const hasPair = columns.some((column) => typeof column !== 'string' && column.phone === 'pair')
  return columns.flatMap((column) => {
    if (typeof column !== 'string') return [ofItem(column)]
    const given = inSight(resource, column)
    return column === 'nodes' && !hasPair ? given.map((one) => ({ ...one, phone: 'pair' })) : given
  })
}

/** If the resource says so, figures are requested for visible rows only. */
function inSight<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  name: GivenColumn,
): readonly Column<ManagedRow<Item, Name>>[] {
  const given = listGivenColumns(resource, name)
  const { status } = resource
  if (status?.isForSight !== true || name === 'name' || name === 'enabled') return given
  return given.map((column) => ({
    ...column,
    isReadEach: true,
    cell: ({ item }) => (
      <InSight read={status.read} item={item}>
        {(seen) => column.cell({ item, figures: seen?.now, ...(seen === undefined ? {} : { seen }) })}
      </InSight>
    ),
  }))
}

interface InSightProps<Item, Name extends string> {
  readonly read: ReadOfEach<Item, ManagedFigures<Name>>
  readonly item: Item
  readonly children: (seen: Seen<Name> | undefined) => ReactNode
}

const pollSeconds = 10

/** Requests the figures of an item while its row is visible. */
function InSight<Item, Name extends string>({ read, item, children }: InSightProps<Item, Name>) {
  const [place, isIn] = useInSight<HTMLSpanElement>()
  return (
    <span ref={place}>
      {isIn ? (
        <Asked read={read} item={item}>
          {children}
        </Asked>
      ) : (
        children(undefined)
      )}
    </span>
  )
}

function Asked<Item, Name extends string>({ read, item, children }: InSightProps<Item, Name>) {
  const { data } = read.useOne(item, pollSeconds)
  const [first, setFirst] = useState(data)
  if (first === undefined && data !== undefined) setFirst(data)
  return children(data && { first: first ?? data, now: data })
}

function listGivenColumns<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  name: GivenColumn,
): readonly Column<ManagedRow<Item, Name>>[] {
  const {
    toId,
    idField = 'name',
    formatName,
    formatLabel = formatName,
    page,
    status,
    metrics,
    enable,
    problems,
  } = resource
  switch (name) {
    case 'name':
      return [
        {
          id: 'member',
          header: resource.words.member ?? m.name,
          value: ({ item }) => toId(item),
          fields: [{ id: idField, value: ({ item }) => toId(item) }],
          cell: ({ item }) =>
            page === undefined ? (
              <Verbatim text={formatLabel(item)} />
            ) : (
              <Link to={page.address(toId(item))} aria-label={formatName(item)}>
                <Verbatim text={formatLabel(item)} />
              </Link>
            ),
          sortable: resource.order === undefined,
          always: true,
          width: 180,
          phone: 'name',
        },
      ]
    case 'status':
      return [stateColumn(({ figures }) => figures?.state, status?.definition)]
    case 'nodes':
      return [
        {
          id: 'nodes',
          header: m.nodes,
          value: ({ figures }) => figures?.state?.nodes.filter(({ kind }) => kind === 'ok').length,
          fields: [
            {
              id: 'node_status',
              value: ({ figures }) =>
                figures?.state?.nodes.map(({ node, status: own }) => `${node}:${own}`).join(' '),
            },
          ],
          cell: ({ item, figures }) =>
            figures?.state !== undefined &&
            (figures.state.nodes.length === 0 ? (
              <Amount value={undefined} />
            ) : (
              <StateByNode name={formatName(item)} state={figures.state} />
            )),
          width: 156,
        },
      ]
    case 'metrics':
      if (metrics === undefined) return []
      return metricColumns(
        metrics.counters,
        ({ figures }) => figures?.metrics?.cluster,
        'rate',
        metrics.rateDefinition,
      )
    case 'problems':
      return [
        {
          id: 'problems',
          header: m.problems,
          value: () => undefined,
          fields: [],
          cell: ({ item, seen }) => problems?.(item, seen),
          width: 200,
          phone: 'line',
        },
      ]
    case 'enabled':
      return [
        {
          id: 'enable',
          header: m.enabled,
          value: ({ item }) => enable?.isOn(item),
          cell: ({ item }) => <EnableSwitch resource={resource} item={item} />,
          width: 90,
          phone: 'control',
        },
      ]
  }
}

function ofItem<Item, Name extends string>(column: Column<Item>): Column<ManagedRow<Item, Name>> {
  const { value, cell, fields, ...rest } = column
  return {
    ...rest,
    value: ({ item }) => value(item),
    cell: ({ item }) => cell(item),
    ...(fields === undefined
      ? {}
      : { fields: fields.map((field) => ({ id: field.id, value: ({ item }) => field.value(item) })) }),
  }
}
