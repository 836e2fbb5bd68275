import { type Trace, trace, traceDownloadTimeoutMs } from '@brokerdeck/contract/diagnose/trace.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation } from '@tanstack/react-query'
import { action, counted, to } from '#acting/action.tsx'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { trace as m } from '../messages/trace.ts'

const nameOf = ({ name }: Trace) => visibleText(name, 80)

export const stopTrace = action(
  to(trace.stop, ({ name }: Trace) => ({ params: { name } })),
  {
    whyNot: ({ status }) => (status === 'stopped' ? m.isStopped : undefined),
    told: () => m.stopTrace,
  },
)

export const removeTraces = action(
  to(trace.remove, ({ name }: Trace) => ({ params: { name } })),
  {
    takesAway: true,
    nameOf,
    ask: (traces, only) => ({
      title: only === undefined ? counted(traces, m.removeMany) : m.removeTitle,
      body: joinSentences(only && m.removeOne(nameOf(only)), m.removeBody),
      action: m.removeAction,
    }),
    told: (count, shown) => (count === 1 ? m.removed : m.removedMany(count, shown)),
  },
)

export const clearTraces = action(
  to(trace.clear, (_: number) => ({})),
  {
    ask: (count) => ({
      title: m.clearTitle,
      body: m.clearBody(count),
      action: m.clearAction,
      danger: true,
      typedName: m.clearWord,
    }),
    told: () => m.cleared,
  },
)

interface TraceActions {
  readonly download: (name: string, node?: string) => void
  readonly isDownloading: boolean
  readonly rowActions: (of: Trace) => readonly MenuAction[]
}

/** What can be done with traces one by one. */
export function useTraceActions(): TraceActions {
  const { mutate: fetchZip, isPending: isDownloading } = useDownloadTrace()
  const download = (name: string, node?: string) => fetchZip({ name, node })
  return {
    download,
    isDownloading,
    rowActions: (of) => [
      {
        label: m.download,
        icon: <IconDownload size={16} stroke={1.5} aria-hidden />,
        onSelect: () => download(of.name),
      },
      {
        label: m.stop,
        icon: <IconPlayerStop size={16} stroke={1.5} aria-hidden />,
        disabledReason: stopTrace.whyNot(of),
        onSelect: () => void stopTrace.run(of),
      },
      {
        label: m.remove,
        icon: <IconTrash size={16} stroke={1.5} aria-hidden />,
        danger: true,
        disabledReason: removeTraces.whyNot(of),
        onSelect: () => void removeTraces.run([of]),
      },
    ],
  }
}

interface Wanted {
  readonly name: string
  /** Only the log of this node. */
  readonly node?: string | undefined
}

function tellDownloadFailure(error: unknown): void {
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
    onError: tellDownloadFailure,
  })
}
