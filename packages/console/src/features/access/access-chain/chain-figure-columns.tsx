import { formatRate } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { Amount } from '#ui/amount.tsx'
import { Status } from '#ui/status.tsx'
import { accessChain as m } from '../messages/access.ts'
import type { ChainCount } from './chain.ts'
import { type ChainFigures, type ChainStatus, statusLook } from './chain-status.ts'

/** The state, of the whole or of a node. */
export function stateColumn<Row>(
  of: (row: Row) => ChainStatus['status'] | undefined,
  definition?: string,
): Column<Row> {
  return {
    id: 'state',
    header: m.state,
    ...(definition === undefined ? {} : { definition }),
    value: of,
    cell: (row) => {
      const { kind, word } = statusLook(of(row))
      return <Status kind={kind}>{word}</Status>
    },
    width: 150,
    phone: 'status',
  }
}

/** What was counted and how fast, of the whole or of a node. */
export function figureColumns<Row, Count extends string>(
  counts: readonly ChainCount<Count>[],
  of: (row: Row) => ChainFigures<Count>['metrics'] | undefined,
  onCard: 'rate' | 'count-and-rate',
): readonly Column<Row>[] {
  return [
    ...counts.map(
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
      definition: m.rateDefinition,
      value: (row) => of(row)?.rate,
      cell: (row) => <Amount value={of(row)?.rate} format={formatRate} unit={m.perSecond} />,
      align: 'end',
      width: 100,
      phone: 'pair',
    },
  ]
}
