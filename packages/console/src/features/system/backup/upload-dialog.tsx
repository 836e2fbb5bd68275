import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { backups, backupTimeoutMs } from '@brokerdeck/contract/system/backups.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { uploading } from '#api/upload.ts'
import { formatPercent } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState, type ProblemView } from '#ui/error-state.tsx'
import { Meter } from '#ui/meter.tsx'
import { backup as m } from '../messages/cluster.ts'
import { archiveVerdict } from './archive-verdict.ts'
import { LoadedContents } from './loaded-contents.tsx'
import type { ArchiveReading } from './read-archive.ts'
import { useArchive } from './use-archive.ts'

interface UploadDialogProps {
  readonly file: File
  readonly onClose: () => void
}

/** The broker takes an archive only under the name of the folder in it: a renamed file gets its own name back. */
function nameFor(file: File, reading: ArchiveReading | undefined): string {
  return reading?.kind === 'read' ? `${reading.contents.name}${backupSuffix}` : file.name
}

/** Shows what is in the chosen file, then sends it. */
export function UploadDialog({ file, onClose }: UploadDialogProps) {
  const archive = useArchive([file.name, file.size, file.lastModified], async () => file)
  const { data: facts } = useQuery(read(cluster.get, {}))
  const upload = useUpload()
  const { reading } = archive
  const name = nameFor(file, reading)
  const verdict = reading && archiveVerdict(reading)
  const isRunning = upload.share !== undefined
  const start = async () => {
    const renamed = name === file.name ? file : new File([file], name)
    if (!(await upload.start(renamed))) return
    notify.success(m.uploaded)
    onClose()
  }
  const close = () => {
    upload.abort()
    onClose()
  }
  const footer = (
    <>
      <Button onClick={isRunning ? upload.abort : close}>{isRunning ? m.abortUpload : m.cancel}</Button>
      <Button
        variant="primary"
        isBusy={isRunning}
        disabledReason={
          verdict === undefined ? m.reading : verdict.kind === 'blocked' ? verdict.reason : undefined
        }
        onClick={() => void start()}
      >
        {m.uploadAction}
      </Button>
    </>
  )
  return (
    <DialogShell title={m.uploadTitle(visibleText(file.name, 80))} onClose={close} footer={footer} size={560}>
      <LoadedContents archive={archive} />
      {name !== file.name && <p>{m.renamed(visibleText(name, 120))}</p>}
      {facts && <p>{m.uploadWhere(visibleText(facts.self, 80))}</p>}
      {upload.share !== undefined && (
        <div role="status">
          <Meter size="wide" label={m.progress} value={upload.share} />
          {upload.share < 1 ? m.uploading(formatPercent(upload.share)) : m.checking}
        </div>
      )}
      {upload.problem && (
        <ErrorState
          {...upload.problem}
          title={m.uploadFailed}
          detail={upload.problem.detail ?? upload.problem.title}
        />
      )}
    </DialogShell>
  )
}

interface Upload {
  /** From 0 to 1 while it runs. */
  readonly share: number | undefined
  readonly problem: ProblemView | undefined
  /** Resolves to whether the broker has taken it. */
  readonly start: (file: File) => Promise<boolean>
  /** Ends this request and no other. */
  readonly abort: () => void
}

function useUpload(): Upload {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<ProblemView>()
  const controller = useRef<AbortController>(null)
  const abort = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])
  return {
    share,
    problem,
    abort,
    async start(file) {
      const current = new AbortController()
      controller.current = current
      setProblem(undefined)
      setShare(0)
      try {
        await request(
          backups.upload,
          { body: { filename: file } },
          {
            signal: current.signal,
            timeoutMs: backupTimeoutMs,
            isSilent: true,
            transport: uploading(setShare),
          },
        )
        return true
      } catch (error) {
        if (problemOf(error)?.kind !== 'aborted') setProblem(describeError(error))
        return false
      } finally {
        setShare(undefined)
      }
    },
  }
}
