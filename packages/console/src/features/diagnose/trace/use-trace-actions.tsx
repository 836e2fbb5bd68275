import { type Trace, trace, traceDownloadTimeoutMs } from '@brokerdeck/contract/diagnose/trace.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

interface TraceActions {
  readonly stop: (of: Trace) => void
  readonly whyNotStop: (of: Trace) => string | undefined
  readonly download: (name: string, node?: string) => void
  readonly isDownloading: boolean
  /** Resolves to those that are gone. */
  readonly removeAll: (traces: readonly Trace[]) => Promise<readonly Trace[]>
  readonly clear: (count: number) => Promise<void>
  readonly rowActions: (of: Trace) => readonly MenuAction[]
}

/** What can be done with traces. */
export function useTraceActions(): TraceActions {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: [trace.list.path] })
  const { mutate: askToStop } = useMutation(write(trace.stop, { refreshes: [trace.list] }))
  const { mutate: fetchZip, isPending: isDownloading } = useDownloadTrace()
  const stop = ({ name }: Trace) =>
    askToStop(
      { params: { name } },
      {
        onSuccess: () => notify.success(m.stopTrace),
        onError: (error) => {
          const { title, detail } = describeError(error)
          notify.failure(title, detail)
        },
      },
    )
  const whyNotStop = ({ status }: Trace) => whyNoWrite() ?? (status === 'stopped' ? m.isStopped : undefined)
  const download = (name: string, node?: string) => fetchZip({ name, node })
  const removeAll = async (traces: readonly Trace[]) => {
    const done = await removeTraces(traces)
    if (done.length > 0) refresh()
    return done
  }
  return {
    stop,
    whyNotStop,
    download,
    isDownloading,
    removeAll,
    clear: async (count) => {
      if (await clearTraces(count)) refresh()
    },
    rowActions: (of) => [
      {
        label: m.download,
        icon: <IconDownload size={16} stroke={1.5} aria-hidden />,
        onSelect: () => download(of.name),
      },
      {
        label: m.stop,
        icon: <IconPlayerStop size={16} stroke={1.5} aria-hidden />,
        disabledReason: whyNotStop(of),
        onSelect: () => stop(of),
      },
      {
        label: m.remove,
        icon: <IconTrash size={16} stroke={1.5} aria-hidden />,
        danger: true,
        disabledReason: whyNoWrite(),
        onSelect: () => void removeAll([of]),
      },
    ],
  }
}

/** Asks for the words, then deletes all traces. Resolves to whether the list may be another one now. */
async function clearTraces(count: number): Promise<boolean> {
  const isMeant = await confirm({
    title: m.clearTitle,
    body: m.clearBody(count),
    action: m.clearAction,
    danger: true,
    typedName: m.clearWord,
  })
  if (!isMeant) return false
  try {
    await request(trace.clear, {})
    notify.success(m.cleared)
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
  }
  return true
}

interface Wanted {
  readonly name: string
  /** Only the log of this node. */
  readonly node?: string | undefined
}

function tellFailure(error: unknown): void {
  const problem = problemOf(error)
  const { title, detail } = describeError(error)
  if (problem?.kind === 'timeout') notify.failure(m.downloadTimeout, m.downloadTimeoutText)
  else if (isGone(error) && /empty/i.test(detail ?? '')) notify.info(m.downloadEmpty)
  else notify.failure(title, detail)
}

/** Saves the logs of a trace as a zip. */
function useDownloadTrace() {
  return useMutation({
    mutationFn: ({ name, node }: Wanted) =>
      request(
        trace.download,
        { params: { name }, query: node === undefined ? {} : { node } },
        { timeoutMs: traceDownloadTimeoutMs },
      ),
    networkMode: 'always',
    onSuccess: (zip, { name }) => saveFile(`${name}.zip`, zip, 'application/zip'),
    onError: tellFailure,
  })
}

/** One that somebody else deleted in the meantime is deleted as well. */
async function remove({ name }: Trace, signal: AbortSignal): Promise<void> {
  try {
    await request(trace.remove, { params: { name } }, { signal })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Asks, then deletes them one after the other. Resolves to those that are gone. */
async function removeTraces(traces: readonly Trace[]): Promise<readonly Trace[]> {
  const [only] = traces
  const nameOf = ({ name }: Trace) => visibleText(name, 80)
  const outcome = await bulk({
    items: traces,
    itemLabel: nameOf,
    run: remove,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title:
      traces.length === 1 && only !== undefined
        ? m.removeTitle
        : m.removeMany(traces.length, formatNumber(traces.length)),
    body: joinSentences(traces.length === 1 && only !== undefined && m.removeOne(nameOf(only)), m.removeBody),
    action: m.removeAction,
    told: (count, shown) => (count === 1 ? m.removed : m.removedMany(count, shown)),
    danger: true,
  })
  return outcome?.done ?? []
}
