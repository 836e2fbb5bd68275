import { formatNumber } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import type { Sample } from '#lib/exposition.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'

export interface Figure extends Sample {
  readonly kind: string
}

export const labelsText = ({ labels }: Pick<Figure, 'labels'>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ')

export const figureColumns: readonly Column<Figure>[] = [
  {
    id: 'name',
    header: m.metric,
    cell: ({ name }) => <Verbatim text={name} />,
    value: ({ name }) => name,
    mono: true,
    width: 340,
    sortable: true,
    always: true,
    phone: 'name',
  },
  {
    id: 'labels',
    header: m.labels,
    cell: (figure) => <Verbatim text={labelsText(figure)} />,
    value: labelsText,
    mono: true,
    width: 320,
    sortable: true,
    phone: 'pair',
  },
  {
    id: 'kind',
    header: m.kind,
    cell: ({ kind }) => <Verbatim text={kind} />,
    value: ({ kind }) => kind,
    width: 100,
    sortable: true,
  },
  {
    id: 'value',
    header: m.value,
    cell: ({ value }) => formatNumber(value),
    value: ({ value }) => value,
    align: 'end',
    width: 160,
    sortable: true,
    phone: 'pair',
  },
]
