import { readSync } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { dirname } from 'node:path'
import { encodeHead, headSize } from './journal-format.ts'

const writeSize = 1_048_576
/** The number of bytes that must be free before writes are tried again. */
const probeSize = 65_536

type Handle = Pick<nodeFiles.FileHandle, 'fd' | 'truncate' | 'datasync' | 'sync' | 'close'> & {
  stat(): Promise<{ readonly size: number }>
  write(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>
}

/** The file system functions that a journal uses. */
export interface JournalFiles {
  open(path: string, flags: string, mode?: number): Promise<Handle>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { readonly force: boolean }): Promise<void>
}

/** A journal that is open for writing: complete records up to `size`, all of them on disk. */
export class JournalFile {
  readonly #path: string
  readonly #files: JournalFiles
  #handle: Handle
  #size: number
  /** Set after a failed write, whose remains may still be in the file. */
  #isUnclean = false
  /**
   * Set once the folder is synced, which is required before the first acknowledgement, since an earlier run may not
   * have synced it.
   */
  #isFolderOnDisk = false

  private constructor(path: string, files: JournalFiles, handle: Handle, size: number) {
    this.#path = path
    this.#files = files
    this.#handle = handle
    this.#size = size
  }

  /** Opens a journal and cuts off everything after `size`. */
  static async open(path: string, size: number, files: JournalFiles = nodeFiles): Promise<JournalFile> {
    const handle = await files.open(path, 'r+')
    try {
      const file = new JournalFile(path, files, handle, size)
      // The last records may be from a run that was killed before it synced them: the mark must not reach the disk
      // without them.
      if ((await handle.stat()).size === size) await handle.datasync()
      else await file.#cutOff()
      await file.#mark()
      return file
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Atomically replaces the file with a new file of these records. */
  static async create(
    path: string,
    records: Iterable<Buffer>,
    files: JournalFiles = nodeFiles,
  ): Promise<JournalFile> {
    const next = `${path}.new`
    await files.rm(next, { force: true })
    const handle = await files.open(next, 'wx+', 0o600)
    try {
      const size = await writeAll(handle, headSize, records)
      await handle.write(encodeHead(size), 0, headSize, 0)
      await handle.sync()
      await files.rename(next, path)
      return new JournalFile(path, files, handle, size)
    } catch (error) {
      await handle.close()
      await files.rm(next, { force: true })
      throw error
    }
  }

  get size(): number {
    return this.#size
  }

  /** Appends the records and syncs them; if this fails, the journal is as it was before. */
  async append(records: Iterable<Buffer>): Promise<void> {
    if (this.#isUnclean) await this.#cutOff()
    if (!this.#isFolderOnDisk) await this.#syncFolder()
    this.#isFolderOnDisk = true
    this.#isUnclean = true
    const end = await writeAll(this.#handle, this.#size, records)
    await this.#handle.datasync()
    this.#isUnclean = false
    this.#size = end
    // After a kill this mark is in the file; after a power cut possibly the previous mark. It never covers more than
    // is on disk.
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

  async #syncFolder(): Promise<void> {
    const folder = await this.#files.open(dirname(this.#path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
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

/** Writes the records and returns their end. */
async function writeAll(handle: Handle, from: number, records: Iterable<Buffer>): Promise<number> {
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
