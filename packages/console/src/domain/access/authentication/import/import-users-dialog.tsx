import type { UserImport } from '@brokerdeck/contract/access/authentication.ts'
import { useMemo } from 'react'
import { userImport as m } from '#domain/access/authentication/messages.ts'
import type { UserBase } from '#domain/access/authentication/users/user-base.ts'
import { ChosenFile } from '#domain/access/checked-import/chosen-file.tsx'
import type { ReadFile } from '#domain/access/checked-import/file-reading.ts'
import {
  type CheckedFile,
  ImportDialog as CheckedImport,
} from '#domain/access/checked-import/import-dialog.tsx'
import { type ImportOutcome, ImportResult } from '#domain/access/checked-import/import-result.tsx'
import type { FileCheck } from '#domain/access/checked-import/use-file-check.ts'
import type { SendingControl } from '#domain/access/checked-import/use-sending.ts'
import { formatNumber, formatPercent } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Section } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { saveCsvTemplate } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { type ImportKind, importColumns, parseImportKind } from './import-kind.ts'
import { findHashShape, readUsers, type UserRow } from './read-users.ts'
import { sendUsers } from './send-users.ts'

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

function summarizeImport({ success, override, skipped, failed }: UserImport, reading: ReadFile<UserRow>) {
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
    // The broker only counts the failed users and does not name them.
    failed: [],
    leftOut: bad,
    format,
    missingName: 'users-left-out',
  } satisfies ImportOutcome
}

/** Imports a file of users; sends the users that the broker can read. */
export function ImportUsersDialog({ base, onClose }: ImportDialogProps) {
  const send = async (checked: CheckedFile<UserRow>, control: SendingControl) => {
    const { reading, document } = checked
    const kind = parseImportKind(document['kind'])
    const file = await fileToSend(checked.file, reading, kind)
    const onDone = (result: UserImport) =>
      void askDialog<void>((close) => (
        <ImportResult outcome={summarizeImport(result, reading)} onClose={close} />
      ))
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

/** Shows the contents of the file chosen in the form, and offers a template. */
function ChosenUsers({ base, onCheck }: ChosenUsersProps) {
  const kind = parseImportKind(useFieldState('kind').value)
  const { authenticator } = base
  const readRows = useMemo(() => readUsers(kind, findHashShape(authenticator)), [kind, authenticator])
  return (
    <>
      <p>
        {help[kind]}{' '}
        <Button
          size="small"
          variant="quiet"
          onClick={() => saveCsvTemplate(`users-${kind}`, formatUserTemplate(kind))}
        >
          {m.template}
        </Button>
      </p>
      <ChosenFile read={readRows} leftOutName="users-left-out" onCheck={onCheck} />
    </>
  )
}

/** Passwords are written unchanged: nothing is prepended to a cell that a spreadsheet might interpret as a formula. */
function csvCell(value: unknown): string {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\n`

/** The number of users written before control returns to the event loop. */
const atOnce = 4000

async function printFile(
  rows: readonly UserRow[],
  print: (some: readonly UserRow[]) => string,
): Promise<readonly BlobPart[]> {
  const parts: BlobPart[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    // Awaiting the read returns control to the event loop.
    parts.push(await new Blob([print(rows.slice(at, at + atOnce))]).arrayBuffer())
  }
  return parts
}

async function formatUsersCsv(rows: readonly UserRow[], kind: ImportKind): Promise<BlobPart[]> {
  const columns = importColumns[kind].filter((name) => rows.some((row) => row[name] !== undefined))
  const print = (some: readonly UserRow[]) =>
    some.map((row) => csvLine(columns.map((name) => row[name]))).join('')
  return [csvLine(columns), ...(await printFile(rows, print))]
}

async function formatUsersJson(rows: readonly UserRow[]): Promise<BlobPart[]> {
  const parts = await printFile(rows, (some) => some.map((row) => JSON.stringify(row)).join(','))
  return ['[', ...parts.flatMap((part, at) => (at === 0 ? [part] : [',', part])), ']']
}

/**
 * Returns the file to send: the original file if the broker can read all of it, otherwise one with the valid rows
 * only.
 */
export async function fileToSend(file: File, reading: ReadFile<UserRow>, kind: ImportKind): Promise<File> {
  const { good, bad, format, hasMark } = reading
  // EMQX detects the format by the file extension, which it accepts in lower case only.
  const name = `users.${format}`
  if (bad.length === 0) return new File([hasMark ? file.slice(3) : file], name)
  return new File(format === 'csv' ? await formatUsersCsv(good, kind) : await formatUsersJson(good), name)
}

const examples: Readonly<Record<ImportKind, readonly UserRow[]>> = {
  plain: [
    { user_id: 'device-1', password: 'secret-1', is_superuser: false },
    { user_id: 'device-2', password: 'secret-2', is_superuser: true },
  ],
  hash: [
    {
      user_id: 'device-1',
      password_hash: 'b6c743545a7817ae8c8f624371d5f5f0373234bb0ff36b8ffbf19bce0e06ab75',
      salt: 'de1024f462fb83910fd13151bd4bd235',
      is_superuser: false,
    },
    {
      user_id: 'device-2',
      password_hash: 'ee68c985a69208b6eda8c6c9b4c7c2d2b15ee2352cdd64a903171710a99182e8',
      salt: 'ad773b5be9dd0613fe6c2f4d8c403139',
      is_superuser: true,
    },
  ],
}

/** Returns a template file. */
export function formatUserTemplate(kind: ImportKind): string {
  const columns = importColumns[kind]
  return [columns, ...examples[kind].map((row) => columns.map((name) => row[name]))].map(csvLine).join('')
}
