import { trace, traceDownloadTimeoutMs } from '@brokerdeck/contract/diagnose/trace.ts'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { saveFile } from '#lib/save-file.ts'
import { m } from './messages.ts'

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
export function useDownloadTrace() {
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
