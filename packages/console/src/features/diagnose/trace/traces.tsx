import {
  trace as endpoints,
  type Trace,
  traceDownloadTimeoutMs,
} from '@brokerdeck/contract/diagnose/trace.ts'
import { action, send, tellCount } from '#acting/action.tsx'
import { describeError, getProblem, isGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyClosed } from '#api/query.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Link } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { wholeList } from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo, type SortOf } from '#routes/routes.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import {
  countTraceBytes,
  formatterNames,
  getTraceCondition,
  payloadEncodingNames,
  traceTypeNames,
} from './trace-names.ts'
import { TraceState } from './trace-state.tsx'

const traceColumns: readonly Column<Trace, SortOf<'logTraces'>>[] = [
  {
    id: 'name',
    header: m.name,
    cell: ({ name }) => (
      <Link to={linkTo('logTrace', { name })}>
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
  verbatimColumn('condition', m.condition, getTraceCondition, { sortable: true, width: 220, phone: 'line' }),
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
    cell: (trace) => formatBytes(countTraceBytes(trace)),
    value: countTraceBytes,
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

const toParams = ({ name }: Trace) => ({ params: { name } })
const formatName = ({ name }: Trace) => visibleText(name, 80)

const stop = action(send(endpoints.stop, toParams), {
  findDisabledReason: ({ status }) => (status === 'stopped' ? m.isStopped : undefined),
  successMessage: () => m.stopTrace,
})

const remove = action(send(endpoints.remove, toParams), {
  takesAway: true,
  formatName,
  ask: (traces, only) => ({
    title: only === undefined ? tellCount(traces, m.removeMany) : m.removeTitle,
    body: joinSentences(only && m.removeOne(formatName(only)), m.removeBody),
    action: m.removeAction,
    interrupts: 'nothing',
  }),
  successMessage: (count, shown) => (count === 1 ? m.removed : m.removedMany(count, shown)),
})

/** Returns the reason why a trace cannot be downloaded; traces contain payloads. */
export const whyNoTraceFile = () => whyClosed('export') ?? whyClosed('payloads')

/** Saves the logs of a trace as a zip file: the logs of all nodes, or of one node. */
export async function downloadTrace({ name }: Trace, node?: string): Promise<void> {
  try {
    const zip = await request(
      endpoints.download,
      { params: { name }, query: node === undefined ? {} : { node } },
      { timeoutMs: traceDownloadTimeoutMs },
    )
    saveFile(`${name}.zip`, zip, 'application/zip')
  } catch (error) {
    const { title, detail } = describeError(error)
    if (getProblem(error)?.kind === 'timeout') notify.failure(m.downloadTimeout, m.downloadTimeoutText)
    else if (isGone(error) && /empty/i.test(detail ?? '')) notify.info(m.downloadEmpty)
    else notify.failure(title, detail)
  }
}

/** Returns the polling interval in seconds: the status and size of a waiting or running trace change by themselves. */
export function tracePollSeconds(all: readonly Trace[] | undefined): number {
  return all?.some(({ status }) => status !== 'stopped') === true ? 5 : Number.POSITIVE_INFINITY
}

/** Describes the traces, which the broker writes on request; the newest start comes first. */
export const traceResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => name,
  address: linkTo('logTraces'),
  list: wholeList(endpoints.list, {}, (answer) => answer, { pollSeconds: tracePollSeconds }),
  columns: traceColumns,
  columnsKey: 'traceTableColumns',
  exportName: 'log-traces',
  words: m,
  actions: [
    { label: m.download, opens: (one) => downloadTrace(one), disabledReason: whyNoTraceFile },
    { label: m.stop, does: stop },
    { label: m.remove, danger: true, doesMany: remove, takesAway: true },
  ],
})
