import type { UserImport } from '@brokerdeck/contract/access/authentication.ts'
import { useMemo } from 'react'
import { formatNumber, formatPercent } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Section } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { saveFile } from '#lib/save-file.ts'
import { ChosenFile } from '#managed/checked-import/chosen-file.tsx'
import type { ReadFile } from '#managed/checked-import/file-reading.ts'
import { type CheckedFile, ImportDialog as CheckedImport } from '#managed/checked-import/import-dialog.tsx'
import { type ImportOutcome, ImportResult } from '#managed/checked-import/import-result.tsx'
import type { FileCheck } from '#managed/checked-import/use-file-check.ts'
import type { SendingControl } from '#managed/checked-import/use-sending.ts'
import { Button } from '#ui/button.tsx'
import { userImport as m } from '../messages.ts'
import type { UserBase } from '../users/user-base.ts'
import { hashShapeOf } from './hash-shape.ts'
import { type ImportKind, importKindOf } from './import-kind.ts'
import { readUsers } from './read-users.ts'
import { sendUsers } from './send-users.ts'
import type { UserRow } from './user-row.ts'
import { fileToSend, templateOf } from './users-file.ts'

const help: Readonly<Record<ImportKind, string>> = { plain: m.plainHelp, hash: m.hashedHelp }

const kindLabels: Readonly<Record<ImportKind, string>> = { plain: m.plain, hash: m.hashed }

const importSections = (kinds: readonly ImportKind[]): readonly Section[] => [
  {
    id: 'import',
    title: m.title,
    fields: [
      {
        kind: 'select',
        path: 'kind',
        label: m.kind,
        isRequired: true,
        options: kinds.map((value) => ({ value, label: kindLabels[value] })),
        width: 12,
      },
      {
        kind: 'file',
        path: 'file',
        label: m.file,
        help: m.fileHelp,
        isRequired: true,
        extensions: ['.csv', '.json'],
        width: 12,
      },
    ],
  },
]

interface ImportDialogProps {
  readonly base: UserBase
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
export function ImportDialog({ base, onClose }: ImportDialogProps) {
  const send = async (checked: CheckedFile<UserRow>, control: SendingControl) => {
    const { reading, document } = checked
    const kind = importKindOf(document['kind'])
    const file = await fileToSend(checked.file, reading, kind)
    const onDone = (result: UserImport) =>
      void askDialog<void>((close) => <ImportResult outcome={outcomeOf(result, reading)} onClose={close} />)
    return await sendUsers({ base, file, kind, onDone }, control)
  }
  return (
    <CheckedImport
      title={m.title}
      sections={importSections(base.importKinds)}
      document={{ kind: base.importKinds[0] }}
      noneWords={m.noneReadable}
      sendingWords={(share) => (share < 1 ? m.uploading(formatPercent(share)) : m.hashing)}
      send={send}
      onClose={onClose}
    >
      {(onCheck) => <ChosenUsers base={base} onCheck={onCheck} />}
    </CheckedImport>
  )
}

interface ChosenUsersProps {
  readonly base: UserBase
  readonly onCheck: (check: FileCheck<UserRow> | undefined) => void
}

/** Within the form: what the file that is chosen there holds, and a template of what it could. */
function ChosenUsers({ base, onCheck }: ChosenUsersProps) {
  const kind = importKindOf(useFieldState('kind').value)
  const { authenticator } = base
  const readRows = useMemo(() => readUsers(kind, hashShapeOf(authenticator)), [kind, authenticator])
  return (
    <>
      <p>
        {help[kind]}{' '}
        <Button
          size="small"
          variant="quiet"
          onClick={() => saveFile(`users-${kind}.csv`, templateOf(kind), 'text/csv;charset=utf-8')}
        >
          {m.template}
        </Button>
      </p>
      <ChosenFile read={readRows} leftOutName="users-left-out" onCheck={onCheck} />
    </>
  )
}
