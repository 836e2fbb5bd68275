import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { backups, backupTimeoutMs } from '@brokerdeck/contract/system/backups.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { useUpload } from '#acting/use-upload.ts'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import type { ArchiveReading } from '#compare/read-archive.ts'
import { backup as m } from '#features/system/messages/cluster.ts'
import { formatPercent } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { ErrorState } from '#ui/states.tsx'
import { archiveVerdict } from './archive-verdict.ts'
import { LoadedContents, useArchive } from './loaded-contents.tsx'

interface UploadDialogProps {
  readonly file: File
  readonly onClose: () => void
}

/**
 * The broker accepts an archive only under the name of the folder in it, so a renamed file gets its original name
 * back.
 */
function nameFor(file: File, reading: ArchiveReading | undefined): string {
  return reading?.kind === 'read' ? `${reading.contents.name}${backupSuffix}` : file.name
}

/** Shows the contents of the chosen file, then uploads it. */
export function UploadDialog({ file, onClose }: UploadDialogProps) {
  const archive = useArchive([file.name, file.size, file.lastModified], async () => file)
  const { data: facts } = useQuery(read(cluster.get, {}))
  const upload = useUpload(backups.upload, (one) => ({ body: { filename: one } }), backupTimeoutMs)
  const problem = upload.error === undefined ? undefined : describeError(upload.error)
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
      {problem && <ErrorState {...problem} title={m.uploadFailed} detail={problem.detail ?? problem.title} />}
    </DialogShell>
  )
}
