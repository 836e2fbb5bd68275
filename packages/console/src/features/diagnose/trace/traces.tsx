import {
  trace as endpoints,
  type Trace,
  traceDownloadTimeoutMs,
} from '@brokerdeck/contract/diagnose/trace.ts'
import { action, counted, to } from '#acting/action.tsx'
import { describeError } from '#api/describe-problem.ts'
import { isGone, problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { joinSentences } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { paths } from '#lib/paths.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { wholeList } from '#managed/managed-list.ts'
import { managedResource } from '#managed/managed-resource.ts'

import { trace as m } from '../messages/trace.ts'
import { traceColumns } from './trace-columns.tsx'

const given = ({ name }: Trace) => ({ params: { name } })
const nameOf = ({ name }: Trace) => visibleText(name, 80)

const stop = action(to(endpoints.stop, given), {
  whyNot: ({ status }) => (status === 'stopped' ? m.isStopped : undefined),
  told: () => m.stopTrace,
})

const remove = action(to(endpoints.remove, given), {
  takesAway: true,
  nameOf,
  ask: (traces, only) => ({
    title: only === undefined ? counted(traces, m.removeMany) : m.removeTitle,
    body: joinSentences(only && m.removeOne(nameOf(only)), m.removeBody),
    action: m.removeAction,
  }),
  told: (count, shown) => (count === 1 ? m.removed : m.removedMany(count, shown)),
})

/** Saves the logs of a trace as a zip: those of all nodes, or of one. */
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
    if (problemOf(error)?.kind === 'timeout') notify.failure(m.downloadTimeout, m.downloadTimeoutText)
    else if (isGone(error) && /empty/i.test(detail ?? '')) notify.info(m.downloadEmpty)
    else notify.failure(title, detail)
  }
}

/** While a trace waits or runs its status and sizes change by themselves. */
export function tracePollSeconds(all: readonly Trace[] | undefined): number {
  return all?.some(({ status }) => status !== 'stopped') === true ? 5 : Number.POSITIVE_INFINITY
}

/** What the broker wrote down or is writing down, on request; the newest start first. */
export const traces = managedResource({
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  path: paths.logTraces(),
  list: wholeList(endpoints.list, {}, (answer) => answer, { pollSeconds: tracePollSeconds }),
  columns: traceColumns,
  columnsKey: 'traceTableColumns',
  exportName: 'log-traces',
  words: m,
  actions: [
    { label: m.download, opens: (one) => downloadTrace(one) },
    { label: m.stop, does: stop },
    { label: m.remove, danger: true, doesMany: remove, takesAway: true },
  ],
})
