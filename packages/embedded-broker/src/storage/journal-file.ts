import { readSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { encodeHead, headSize } from './journal-format.ts'

const writeSize = 1_048_576
/** Room that has to be there before writes are tried again. */
const probeSize = 65_536

/** A journal that is written: whole records up to `size`, all of them on disk. */
export class JournalFile {
  readonly #path: string
  #handle: FileHandle
  #size: number
  /** A write failed, and what it left behind may still be there. */
  #isUnclean = false
  /** The folder has to be on disk, too, before anything is acknowledged. */
  #isRenamed = false

  private constructor(path: string, handle: FileHandle, size: number) {
    this.#path = path
    this.#handle = handle
    this.#size = size
  }

  /** What follows `size` is cut off. */
  static async open(path: string, size: number): Promise<JournalFile> {
    const handle = await open(path, 'r+')
    try {
      const file = new JournalFile(path, handle, size)
      if ((await handle.stat()).size !== size) await file.#cutOff()
      await file.#mark()
      return file
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Puts a file of these records in the place of the one that is there, atomically. */
  static async create(path: string, records: Iterable<Buffer>): Promise<JournalFile> {
    const next = `${path}.new`
    await rm(next, { force: true })
    const handle = await open(next, 'wx+', 0o600)
    try {
      const size = await writeAll(handle, headSize, records)
      await handle.write(encodeHead(size), 0, headSize, 0)
      await handle.sync()
      await rename(next, path)
      const file = new JournalFile(path, handle, size)
      file.#isRenamed = true
      return file
    } catch (error) {
      await handle.close()
      await rm(next, { force: true })
      throw error
    }
  }

  get size(): number {
    return this.#size
  }

  /** All of it is on disk, or the journal is what it was before. */
  async append(records: Iterable<Buffer>): Promise<void> {
    if (this.#isUnclean) await this.#cutOff()
    if (this.#isRenamed) await syncFolder(dirname(this.#path))
    this.#isRenamed = false
    this.#isUnclean = true
    const end = await writeAll(this.#handle, this.#size, records)
    await this.#handle.datasync()
    this.#isUnclean = false
    this.#size = end
    // After a kill it is there, after a power cut perhaps that of the write before: never more than is on disk.
    await this.#mark()
  }

  async probe(): Promise<void> {
    if (this.#isUnclean) await this.#cutOff()
    this.#isUnclean = true
    await writeAll(this.#handle, this.#size, [Buffer.alloc(probeSize)])
    await this.#handle.datasync()
    await this.#cutOff()
  }

  read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let done = 0; done < length; ) {
      const count = readSync(this.#handle.fd, bytes, done, length - done, offset + done)
      if (count === 0) throw new Error(`${this.#path} is shorter than it was`)
      done += count
    }
    return bytes
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  async #cutOff(): Promise<void> {
    await this.#handle.truncate(this.#size)
    await this.#handle.sync()
    this.#isUnclean = false
  }

  async #mark(): Promise<void> {
    await this.#handle.write(encodeHead(this.#size), 0, headSize, 0)
  }
}

/** Returns where they end. */
async function writeAll(handle: FileHandle, from: number, records: Iterable<Buffer>): Promise<number> {
  let end = from
  let parts: Buffer[] = []
  let length = 0
  const flush = async () => {
    const [first] = parts
    const bytes = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts)
    for (let done = 0; done < bytes.length; ) {
      done += (await handle.write(bytes, done, bytes.length - done, end + done)).bytesWritten
    }
    end += bytes.length
    parts = []
    length = 0
  }
  for (const record of records) {
    parts.push(record)
    length += record.length
    if (length >= writeSize) await flush()
  }
  if (parts.length > 0) await flush()
  return end
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
