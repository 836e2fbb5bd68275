import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import {
  checkOf,
  type Decoded,
  decodeMark,
  decodePayload,
  firstMagic,
  headSize,
  longestRecord,
  magic,
  recordHeadSize,
} from './journal-format.ts'
import { DamagedStore } from './store-errors.ts'

const chunkSize = 4 * 1_048_576
const zeros = Buffer.alloc(chunkSize)

interface Read {
  /** Where the whole records end; 0 of a file that was never written to its end. */
  readonly end: number
  readonly isFirstVersion: boolean
}

/**
 * Feeds every record to `accept`, with the place where it begins. What follows the last whole record is the write that
 * was under way when the process or the machine died; where that cannot be, it is damage.
 */
export async function readJournal(
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
  // The first version has no mark; there, what looks unlike the end of a crash is damage.
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

/** `torn` for what a crash leaves of the last record, else what is wrong. */
async function readPayload(
  bytes: FileBytes,
  offset: number,
  isFirstVersion: boolean,
): Promise<Buffer | string> {
  if (bytes.size - offset < recordHeadSize) return 'torn'
  const head = await bytes.read(offset, recordHeadSize)
  const length = head.readUInt32LE(0)
  const check = isFirstVersion ? crc32(head.subarray(0, 4)) : checkOf(head.subarray(0, 4))
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

  /** Valid until the next call. */
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
