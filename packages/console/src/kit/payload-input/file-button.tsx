import { useRef } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { type PayloadDraft, readableDraft } from '#lib/payload-draft.ts'
import { Button } from '#ui/button.tsx'
import { m } from './messages.ts'

/** What a broker takes at most unless it is set otherwise. */
const MOST = 1024 * 1024

interface FileButtonProps {
  readonly label: string
  readonly onRead: (draft: PayloadDraft) => void
  /** Why not. */
  readonly onRefuse: (reason: string) => void
}

/** Takes the bytes of a file, in the kind in which they are read best. */
export function FileButton({ label, onRead, onRefuse }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MOST) return onRefuse(m.fileTooLarge(formatBytes(MOST)))
    try {
      onRead(readableDraft(new Uint8Array(await file.arrayBuffer())))
    } catch {
      // Deleted or locked since it was chosen: the browser says no more than that.
      onRefuse(m.fileUnread)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0])
          // The same file can be chosen again after it was changed on disk.
          currentTarget.value = ''
        }}
      />
      <Button size="small" variant="quiet" onClick={() => input.current?.click()}>
        {m.file}
      </Button>
    </>
  )
}
