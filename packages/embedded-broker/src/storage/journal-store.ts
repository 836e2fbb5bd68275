import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { lockDirectory } from './directory-lock.ts'
import { JournalFile } from './journal-file.ts'
import {
  computeCheck,
  type Decoded,
  decodeMark,
  decodePayload,
  firstMagic,
  headSize,
  longestRecord,
  magic,
  recordHeadSize,
} from './journal-format.ts'
import { type JournalDisk, type JournalOffset, JournalWriter } from './journal-writer.ts'
import { RecordTable, toJson } from './record-table.ts'
import type { Store } from './store.ts'
import { DamagedStore } from './store-errors.ts'

/**
 * Opens a store in one append-only file. A put is acknowledged after the file is synced; after `kill -9` all
 * acknowledged data is present. Any other damage throws `DamagedStore` and leaves the file unchanged.
 */
export async function openJournalStore(dir: string, disk: JournalDisk = JournalFile): Promise<Store> {
  await mkdir(dir, { recursive: true })
  const unlock = await lockDirectory(dir)
  const table = new RecordTable<JournalOffset>()
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

/** Returns how many bytes of the file are valid and may be appended to; 0 if the file has to be rewritten. */
async function replay(path: string, table: RecordTable<JournalOffset>): Promise<number> {
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
      const shared = sharedId === undefined ? undefined : table.findHeld(sharedId)
      if (sharedId !== undefined && shared === undefined) {
        throw new DamagedStore(path, offset, 'a record holds bytes that are not there')
      }
      table.change(kind, key, json === undefined ? undefined : { json, shared })
    })
    table.tidy()
    // A journal of the first version is rewritten in the current version.
    return isFirstVersion ? 0 : end
  } finally {
    await file.close()
  }
}

const chunkSize = 4 * 1_048_576

const zeros = Buffer.alloc(chunkSize)

interface Read {
  /** The end of the complete records; 0 for a file whose head is incomplete. */
  readonly end: number
  readonly isFirstVersion: boolean
}

/**
 * Calls `accept` with every record and its offset. Bytes after the last complete record are from the write in
 * progress when the process or the machine died; where that is impossible, the file is damaged.
 */
async function readJournal(
  file: FileHandle,
  path: string,
  accept: (record: Decoded, offset: number) => void,
): Promise<Read> {
  const { size } = await file.stat()
  const bytes = new FileBytes(file, size)
  const head = await bytes.read(0, Math.min(headSize, size))
  const isFirstVersion = head.subarray(0, magic.length).equals(firstMagic)
  const [known, start] = isFirstVersion ? [firstMagic, magic.length] : [magic, headSize]
  if (!head.subarray(0, known.length).equals(known.subarray(0, head.length))) {
    throw new DamagedStore(path, 0, 'it is not a Brokerdeck journal')
  }
  if (size < start) return { end: 0, isFirstVersion }
  // The first version has no mark; in such a file, bytes that do not look like the result of a crash are damage.
  const mark = isFirstVersion ? undefined : decodeMark(head)
  if (!isFirstVersion && mark === undefined) {
    throw new DamagedStore(path, magic.length, 'the mark of what is acknowledged does not match its checksum')
  }
  let offset = start
  while (offset < size) {
    const payload = await readPayload(bytes, offset, isFirstVersion)
    if (typeof payload !== 'string') {
      accept(decodeOrRefuse(path, offset, payload), offset)
      offset += recordHeadSize + payload.length
    } else if (payload === 'torn' || (mark !== undefined && offset >= mark)) break
    else throw new DamagedStore(path, offset, payload)
  }
  if (mark !== undefined && offset < mark) {
    throw new DamagedStore(path, offset, `${mark - offset} bytes that had been acknowledged are missing`)
  }
  return { end: offset, isFirstVersion }
}

/** Returns `torn` for the part of the last record that a crash leaves, and otherwise a text that says what is wrong. */
async function readPayload(
  bytes: FileBytes,
  offset: number,
  isFirstVersion: boolean,
): Promise<Buffer | string> {
  if (bytes.size - offset < recordHeadSize) return 'torn'
  const head = await bytes.read(offset, recordHeadSize)
  const length = head.readUInt32LE(0)
  const check = isFirstVersion ? crc32(head.subarray(0, 4)) : computeCheck(head.subarray(0, 4))
  if (check !== head.readUInt32LE(4) || length > longestRecord) {
    if (await bytes.areZero(offset)) return 'torn'
    return 'the length of a record does not match its checksum'
  }
  if (offset + recordHeadSize + length > bytes.size) return 'torn'
  const checksum = head.readUInt32LE(8)
  const payload = await bytes.read(offset + recordHeadSize, length)
  return crc32(payload) === checksum ? payload : 'a record does not match its checksum'
}

function decodeOrRefuse(path: string, offset: number, payload: Buffer): Decoded {
  try {
    return decodePayload(payload)
  } catch {
    throw new DamagedStore(path, offset, 'a record is not readable')
  }
}

/** A file of any size, read forward in chunks. */
class FileBytes {
  readonly size: number
  readonly #file: FileHandle
  #chunk: Buffer = Buffer.alloc(0)
  #start = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /** Returns bytes that are valid until the next call. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < this.#start || offset + length > this.#start + this.#chunk.length) {
      const chunk = Buffer.allocUnsafe(Math.min(Math.max(length, chunkSize), this.size - offset))
      for (let done = 0; done < chunk.length; ) {
        const { bytesRead } = await this.#file.read(chunk, done, chunk.length - done, offset + done)
        if (bytesRead === 0) throw new Error('the file became shorter while it was read')
        done += bytesRead
      }
      this.#chunk = chunk
      this.#start = offset
    }
    return this.#chunk.subarray(offset - this.#start, offset - this.#start + length)
  }

  async areZero(offset: number): Promise<boolean> {
    for (let at = offset; at < this.size; ) {
      const chunk = await this.read(at, Math.min(chunkSize, this.size - at))
      if (!chunk.equals(zeros.subarray(0, chunk.length))) return false
      at += chunk.length
    }
    return true
  }
}
