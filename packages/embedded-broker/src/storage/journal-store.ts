import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDirectory } from './directory-lock.ts'
import { appendJournal, type JournalFile } from './journal-file.ts'
import { encodeRecord, magic, readJournal } from './journal-format.ts'
import { RecordTable, toJson } from './record-table.ts'
import type { Store } from './store.ts'

/**
 * A store in one append-only file. A put is acknowledged after the file is synced; after `kill -9` everything
 * acknowledged is there again. Any other damage is a `DamagedStore` and leaves the file as it is.
 */
export async function openJournalStore(dir: string): Promise<Store> {
  await mkdir(dir, { recursive: true })
  const unlock = await lockDirectory(dir)
  const table = new RecordTable()
  let journal: JournalFile
  try {
    const path = join(dir, 'state.journal')
    const size = await replay(path, table)
    journal = await appendJournal({
      path,
      size,
      snapshot: () => snapshotOf(table),
      replace: (bytes) => replaceFile(dir, path, bytes),
    })
  } catch (error) {
    await unlock()
    throw error
  }
  return {
    all: (kind) => table.all(kind),
    put(kind, key, value) {
      const json = toJson(value)
      table.put(kind, key, json)
      return journal.append(encodeRecord({ kind, key, json }))
    },
    remove(kind, key) {
      return table.remove(kind, key) ? journal.append(encodeRecord({ kind, key })) : journal.settled()
    },
    async close() {
      await journal.close()
      await unlock()
    },
  }
}

async function replay(path: string, table: RecordTable): Promise<number> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
  return readJournal(path, bytes, (record) => {
    const { kind, key, json } = record
    if (json === undefined) table.remove(kind, key)
    else table.put(kind, key, json)
  })
}

function snapshotOf(table: RecordTable): Buffer {
  const parts: Buffer[] = [magic]
  for (const [kind, key, json] of table.entries()) parts.push(encodeRecord({ kind, key, json }))
  return Buffer.concat(parts)
}

async function replaceFile(dir: string, path: string, bytes: Buffer): Promise<void> {
  const next = `${path}.new`
  await rm(next, { force: true })
  const file = await open(next, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(next, path)
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
