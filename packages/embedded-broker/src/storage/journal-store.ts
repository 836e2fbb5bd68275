import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDirectory } from './directory-lock.ts'
import { JournalFile } from './journal-file.ts'
import { type JournalDisk, JournalWriter, type Place } from './journal-writer.ts'
import { readJournal } from './read-journal.ts'
import { RecordTable, toJson } from './record-table.ts'
import type { Store } from './store.ts'
import { DamagedStore } from './store-errors.ts'

/**
 * A store in one append-only file. A put is acknowledged after the file is synced; after `kill -9` everything
 * acknowledged is there again. Any other damage is a `DamagedStore` and leaves the file as it is.
 */
export async function openJournalStore(dir: string, disk: JournalDisk = JournalFile): Promise<Store> {
  await mkdir(dir, { recursive: true })
  const unlock = await lockDirectory(dir)
  const table = new RecordTable<Place>()
  let writer: JournalWriter
  try {
    const path = join(dir, 'state.journal')
    const size = await replay(path, table)
    writer = await JournalWriter.open({ path, table, disk }, size)
  } catch (error) {
    await unlock()
    throw error
  }
  return {
    all: (kind) => table.all(kind),
    keys: (kind) => table.keys(kind),
    get: (kind, key) => table.get(kind, key),
    shared(kind, key) {
      const held = table.row(kind, key)?.shared
      return held && { id: held.id, size: held.size, read: () => writer.read(held) }
    },
    put: (kind, key, value, shared) => writer.write({ kind, key, json: toJson(value), shared }),
    remove: (kind, key) => writer.write({ kind, key }),
    onRefused: (kind, takeBack) => writer.onRefused(kind, takeBack),
    onHealth: (listen) => writer.onHealth(listen),
    probe: () => writer.probe(),
    async close() {
      await writer.close()
      await unlock()
    },
  }
}

/** Returns how much of the file is whole and may be added to; 0 if it is to be written anew. */
async function replay(path: string, table: RecordTable<Place>): Promise<number> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
  try {
    const { end, isFirstVersion } = await readJournal(file, path, (record, offset) => {
      if ('id' in record) {
        table.offer(record.id, offset + record.at, record.size)
        return
      }
      const { kind, key, json, sharedId } = record
      const shared = sharedId === undefined ? undefined : table.held(sharedId)
      if (sharedId !== undefined && shared === undefined) {
        throw new DamagedStore(path, offset, 'a record holds bytes that are not there')
      }
      table.change(kind, key, json === undefined ? undefined : { json, shared })
    })
    table.tidy()
    // What the first version wrote is written anew in this one.
    return isFirstVersion ? 0 : end
  } finally {
    await file.close()
  }
}
