import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores the bytes of files under names that the broker generates: no text of a client is part of a path. */
export interface TransferBytes {
  /** Writes bytes; resolves when they are on disk. */
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>
  /** Returns the SHA-256 of the first `size` bytes, in hexadecimal, and changes nothing. */
  digest(id: string, size: number): Promise<string>
  /** Cuts off everything after the first `size` bytes. Called only once the other bytes are no longer needed. */
  trim(id: string, size: number): Promise<void>
  /** Returns the first `size` bytes. */
  read(id: string, size: number): Promise<Blob | undefined>
  remove(id: string): Promise<void>
  /** Removes all files except those with these ids. */
  keepOnly(ids: ReadonlySet<string>): Promise<void>
}

const pieceBytes = 262_144
const fileName = /^[0-9a-f]{32}$/

export async function transfersInDirectory(directory: string): Promise<TransferBytes> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const toPath = (id: string) => join(directory, id)
  return {
    async write(id, offset, bytes) {
      // The file is not opened for appending, because segments arrive in any order.
      const file = await openOrMake(toPath(id))
      try {
        let done = 0
        while (done < bytes.length) {
          done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
        }
        await file.datasync()
      } finally {
        await file.close()
      }
    },
    async digest(id, size) {
      const file = await openOrMake(toPath(id))
      try {
        const hash = createHash('sha256')
        const piece = Buffer.alloc(Math.min(pieceBytes, Math.max(size, 1)))
        for (let at = 0; at < size; ) {
          const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - at), at)
          if (bytesRead === 0) throw new Error('the file is shorter than what was written')
          hash.update(piece.subarray(0, bytesRead))
          at += bytesRead
        }
        return hash.digest('hex').toUpperCase()
      } finally {
        await file.close()
      }
    },
    async trim(id, size) {
      const file = await openOrMake(toPath(id))
      try {
        await file.truncate(size)
      } finally {
        await file.close()
      }
    },
    async read(id, size) {
      const file = await open(toPath(id), 'r').catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      if (file === undefined) return undefined
      await file.close()
      return new FileOnDisk(toPath(id), 0, size)
    },
    async remove(id) {
      await rm(toPath(id), { force: true })
    },
    async keepOnly(ids) {
      for (const name of await readdir(directory)) {
        if (fileName.test(name) && !ids.has(name)) await rm(toPath(name), { force: true })
      }
    },
  }
}

export function transfersInMemory(): TransferBytes {
  const files = new Map<string, Buffer>()
  const toSizedBuffer = (id: string, size: number): Buffer => {
    const before = files.get(id) ?? Buffer.alloc(0)
    if (before.length >= size) return before
    const after = Buffer.alloc(size)
    before.copy(after)
    files.set(id, after)
    return after
  }
  return {
    async write(id, offset, bytes) {
      toSizedBuffer(id, offset + bytes.length).set(bytes, offset)
    },
    async digest(id, size) {
      return createHash('sha256')
        .update(toSizedBuffer(id, size).subarray(0, size))
        .digest('hex')
        .toUpperCase()
    },
    async trim(id, size) {
      files.set(id, Buffer.from(toSizedBuffer(id, size).subarray(0, size)))
    },
    async read(id, size) {
      const bytes = files.get(id)?.subarray(0, size)
      return bytes === undefined ? undefined : new Blob([new Uint8Array(bytes)], { type: fileType })
    },
    async remove(id) {
      files.delete(id)
    },
    async keepOnly(ids) {
      for (const id of files.keys()) if (!ids.has(id)) files.delete(id)
    },
  }
}

const fileType = 'application/data'

/** A part of a file on disk, which is read when its content is requested. */
class FileOnDisk extends Blob {
  readonly #path: string
  readonly #from: number
  readonly #to: number

  constructor(path: string, from: number, to: number) {
    super([], { type: fileType })
    this.#path = path
    this.#from = from
    this.#to = to
  }

  override get size(): number {
    return this.#to - this.#from
  }

  override slice(from = 0, to = this.size): Blob {
    return new FileOnDisk(this.#path, this.#from + from, Math.min(this.#to, this.#from + to))
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size)
    const file = await open(this.#path, 'r')
    try {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#from)
      if (bytesRead < bytes.length) throw new Error('the file is shorter than what was written')
      return bytes.buffer
    } finally {
      await file.close()
    }
  }
}

async function openOrMake(path: string) {
  try {
    return await open(path, 'r+')
  } catch (error) {
    if (!isMissing(error)) throw error
    return await open(path, 'wx+', 0o600)
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
