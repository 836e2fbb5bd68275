import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import { Button } from '#ui/button.tsx'
import { m } from './messages.ts'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

/** Lets a file be chosen and goes on with it. */
export function UploadButton() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const take = (next: File | undefined) => {
    const fault = next && fileFault({ extensions: [backupSuffix] }, next)
    if (fault === undefined) setFile(next)
    else notify.failure(fault)
  }
  return (
    <>
      <Button size="small" disabledReason={whyNoWrite()} onClick={() => input.current?.click()}>
        {m.upload}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".gz"
        aria-label={m.backupFile}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {file && (
        <Suspense fallback={null}>
          <UploadDialog file={file} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </>
  )
}
