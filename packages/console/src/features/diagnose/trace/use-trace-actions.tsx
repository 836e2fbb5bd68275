import { type Trace, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { MenuAction } from '#ui/menu.tsx'
import { clearTraces } from './clear-traces.ts'
import { m } from './messages.ts'
import { removeTraces } from './remove-traces.ts'
import { useDownloadTrace } from './use-download-trace.ts'

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
