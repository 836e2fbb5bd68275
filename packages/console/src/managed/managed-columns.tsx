import { Link } from '@tanstack/react-router'
import { formatRate } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { Amount } from '#ui/amount.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { EnableSwitch } from './enable-switch.tsx'
import type {
  Counts,
  GivenColumn,
  ManagedCounter,
  ManagedFigures,
  ManagedResource,
  ManagedState,
} from './managed-resource.ts'
import { managed as m } from './messages.ts'
import { StateByNode, unknownState } from './state.tsx'

/** One of a list, with how it is doing as far as that is known. */
export interface ManagedRow<Item, Name extends string> {
  readonly item: Item
  readonly figures: ManagedFigures<Name> | undefined
}

/** The state, of the whole or of a node. */
export function stateColumn<Row>(
  of: (row: Row) => Pick<ManagedState, 'kind' | 'word'> | undefined,
  definition?: string,
): Column<Row> {
  return {
    id: 'state',
    header: m.state,
    ...(definition === undefined ? {} : { definition }),
    value: (row) => of(row)?.word,
    cell: (row) => {
      const { kind, word } = of(row) ?? unknownState
      return <Status kind={kind}>{word}</Status>
    },
    width: 150,
    phone: 'status',
  }
}

/** What was counted and how fast, of the whole or of a node. */
export function metricColumns<Row, Name extends string>(
  counters: readonly ManagedCounter<Name>[],
  of: (row: Row) => Counts<Name> | undefined,
  onCard: 'rate' | 'count-and-rate',
  rateDefinition: string = m.rateDefinition,
): readonly Column<Row>[] {
  return [
    ...counters.map(
      ({ name, label, definition, isExtra = false }, at): Column<Row> => ({
        id: name,
        header: label,
        definition,
        value: (row) => of(row)?.[name],
        cell: (row) => <Amount value={of(row)?.[name]} />,
        align: 'end',
        width: 100,
        ...(isExtra ? { isExtra } : {}),
        // A card labels only what stands at its left: the first count, and at its right the rate with its unit.
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

/** The columns of a description, about rows: its own, and those that every resource has. */
export function managedColumns<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  items: readonly Item[],
): readonly Column<ManagedRow<Item, Name>>[] {
  const { columns: declared } = resource
  const columns = typeof declared === 'function' ? declared(items) : declared
  // A card has room for one beside the rate.
  const hasPair = columns.some((column) => typeof column !== 'string' && column.phone === 'pair')
  return columns.flatMap((column) => {
    if (typeof column !== 'string') return [ofItem(column)]
    if (column === 'nodes' && !hasPair)
      return givenColumns(resource, column).map((one) => ({ ...one, phone: 'pair' }))
    return givenColumns(resource, column)
  })
}

function givenColumns<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  name: GivenColumn,
): readonly Column<ManagedRow<Item, Name>>[] {
  const { idOf, nameOf, labelOf = nameOf, page, status, metrics, enable } = resource
  switch (name) {
    case 'name':
      return [
        {
          id: 'member',
          header: resource.words.member ?? m.name,
          value: ({ item }) => idOf(item),
          cell: ({ item }) =>
            page === undefined ? (
              <Verbatim text={labelOf(item)} />
            ) : (
              <Link to={page.path(idOf(item))} aria-label={nameOf(item)}>
                <Verbatim text={labelOf(item)} />
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
          cell: ({ item, figures }) =>
            figures?.state && <StateByNode name={nameOf(item)} state={figures.state} />,
          width: 140,
        },
      ]
    case 'metrics':
      return metricColumns(
        metrics?.counters ?? [],
        ({ figures }) => figures?.metrics?.cluster,
        'rate',
        metrics?.rateDefinition,
      )
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
