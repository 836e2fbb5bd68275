import type { Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { Link } from '@tanstack/react-router'
import { formatBytes } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { paths } from '#lib/paths.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { trace as m } from '../messages/trace.ts'
import { conditionOf, formatterNames, payloadEncodingNames, sizeOf, traceTypeNames } from './trace-names.ts'
import { TraceState } from './trace-state.tsx'

export const traceColumns: readonly Column<Trace>[] = [
  {
    id: 'name',
    header: m.name,
    cell: ({ name }) => (
      <Link to={paths.logTrace(name)}>
        <Verbatim text={name} mono />
      </Link>
    ),
    value: ({ name }) => name,
    mono: true,
    always: true,
    sortable: true,
    width: 240,
    phone: 'name',
  },
  {
    id: 'type',
    header: m.type,
    cell: ({ type }) => traceTypeNames[type],
    value: ({ type }) => type,
    sortable: true,
    width: 110,
    phone: 'pair',
  },
  verbatimColumn('condition', m.condition, conditionOf, { sortable: true, width: 220, phone: 'line' }),
  {
    id: 'start_at',
    header: m.start,
    cell: ({ start_at: at }) => formatDateTime(at),
    value: ({ start_at: at }) => at,
    sortable: true,
    width: 170,
  },
  {
    id: 'end_at',
    header: m.end,
    cell: ({ end_at: at }) => formatDateTime(at),
    value: ({ end_at: at }) => at,
    sortable: true,
    width: 170,
    phone: 'pair',
  },
  {
    id: 'status',
    header: m.status,
    cell: ({ status }) => <TraceState status={status} />,
    value: ({ status }) => status,
    sortable: true,
    width: 110,
    phone: 'status',
  },
  {
    id: 'log_size',
    header: m.size,
    definition: m.sizeMeaning,
    cell: (trace) => formatBytes(sizeOf(trace)),
    value: sizeOf,
    align: 'end',
    sortable: true,
    width: 110,
    phone: 'pair',
  },
  {
    id: 'payload_encode',
    header: m.payload,
    cell: ({ payload_encode: encoding }) => payloadEncodingNames[encoding],
    value: ({ payload_encode: encoding }) => encoding,
    width: 110,
  },
  {
    id: 'formatter',
    header: m.formatter,
    cell: ({ formatter }) => formatterNames[formatter],
    value: ({ formatter }) => formatter,
    width: 90,
    isExtra: true,
  },
]
