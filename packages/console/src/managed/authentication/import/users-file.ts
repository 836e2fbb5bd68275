import type { ReadFile } from '#managed/checked-import/file-reading.ts'
import { type ImportKind, importColumns } from './import-kind.ts'
import type { UserRow } from './user-row.ts'

/** Passwords go as they are: nothing is put before a cell that a spreadsheet might take for a formula. */
function csvCell(value: unknown): string {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\n`

/** So many users are written before the page gets its turn. */
const atOnce = 4000

async function printed(
  rows: readonly UserRow[],
  print: (some: readonly UserRow[]) => string,
): Promise<readonly BlobPart[]> {
  const parts: BlobPart[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    // Reading gives the page its turn.
    parts.push(await new Blob([print(rows.slice(at, at + atOnce))]).arrayBuffer())
  }
  return parts
}

async function csvOf(rows: readonly UserRow[], kind: ImportKind): Promise<BlobPart[]> {
  const columns = importColumns[kind].filter((name) => rows.some((row) => row[name] !== undefined))
  const print = (some: readonly UserRow[]) =>
    some.map((row) => csvLine(columns.map((name) => row[name]))).join('')
  return [csvLine(columns), ...(await printed(rows, print))]
}

async function jsonOf(rows: readonly UserRow[]): Promise<BlobPart[]> {
  const parts = await printed(rows, (some) => some.map((row) => JSON.stringify(row)).join(','))
  return ['[', ...parts.flatMap((part, at) => (at === 0 ? [part] : [',', part])), ']']
}

/** What is sent: the file itself if the broker can read all of it, else one with the rows that it can. */
export async function fileToSend(file: File, reading: ReadFile<UserRow>, kind: ImportKind): Promise<File> {
  const { good, bad, format, hasMark } = reading
  // EMQX goes by the ending, and knows it in small letters only.
  const name = `users.${format}`
  if (bad.length === 0) return new File([hasMark ? file.slice(3) : file], name)
  return new File(format === 'csv' ? await csvOf(good, kind) : await jsonOf(good), name)
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

/** A file to begin with. */
export function templateOf(kind: ImportKind): string {
  const columns = importColumns[kind]
  return [columns, ...examples[kind].map((row) => columns.map((name) => row[name]))].map(csvLine).join('')
}
