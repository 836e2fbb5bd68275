import { authentication, type UserImport } from '@brokerdeck/contract/access/authentication.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReadFile } from '#features/access/checked-import/file-reading.ts'
import {
  type CheckedFile,
  ImportDialog as CheckedImport,
} from '#features/access/checked-import/import-dialog.tsx'
import { type ImportOutcome, ImportResult } from '#features/access/checked-import/import-result.tsx'
import type { SendingControl } from '#features/access/checked-import/use-sending.ts'
import { formatNumber, formatPercent } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { ChosenUsers } from './chosen-users.tsx'
import { importKindOf } from './import-kind.ts'
import { importSections } from './import-sections.ts'
import { m } from './messages.ts'
import { sendUsers } from './send-users.ts'
import type { UserRow } from './user-row.ts'
import { fileToSend } from './users-file.ts'

interface ImportDialogProps {
  /** Of the authenticator. */
  readonly id: string
  readonly onClose: () => void
}

function outcomeOf({ success, override, skipped, failed }: UserImport, reading: ReadFile<UserRow>) {
  const { good, bad, format } = reading
  const imported = success + override
  return {
    summary: m.imported(imported, formatNumber(imported)),
    isWhole: failed === 0 && skipped === 0 && bad.length === 0,
    counts: [
      [m.total, good.length + bad.length],
      [m.success, success],
      [m.override, override],
      [m.skipped, skipped],
      [m.failed, failed],
      [m.leftOut, bad.length],
    ],
    // The broker counts them and does not name them.
    failed: [],
    leftOut: bad,
    format,
    missingName: 'users-left-out',
  } satisfies ImportOutcome
}

/** Takes a file of users and sends those that the broker can read. */
export function ImportDialog({ id, onClose }: ImportDialogProps) {
  const client = useQueryClient()
  const send = async (checked: CheckedFile<UserRow>, control: SendingControl) => {
    const { reading, document } = checked
    const kind = importKindOf(document['kind'])
    const file = await fileToSend(checked.file, reading, kind)
    const onDone = (result: UserImport) =>
      void askDialog<void>((close) => <ImportResult outcome={outcomeOf(result, reading)} onClose={close} />)
    try {
      return await sendUsers({ id, file, kind, onDone }, control)
    } finally {
      void client.invalidateQueries({ queryKey: [authentication.users.path] })
    }
  }
  return (
    <CheckedImport
      title={m.title}
      sections={importSections}
      document={{ kind: 'plain' }}
      noneWords={m.noneReadable}
      sendingWords={(share) => (share < 1 ? m.uploading(formatPercent(share)) : m.hashing)}
      send={send}
      onClose={onClose}
    >
      {(onCheck) => <ChosenUsers id={id} onCheck={onCheck} />}
    </CheckedImport>
  )
}
