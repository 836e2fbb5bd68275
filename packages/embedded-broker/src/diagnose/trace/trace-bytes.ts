import { appendFile, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The storage of the bytes of one log. */
export interface TraceBytes {
  append(bytes: Buffer): Promise<void>
  /** Reads up to `length` bytes from the position; returns fewer bytes at the end. */
  read(position: number, length: number): Promise<Buffer>
  remove(): Promise<void>
}

export function traceInMemory(): TraceBytes {
  let chunks: Buffer[] = []
  return {
    async append(bytes) {
      chunks.push(bytes)
    },
    async read(position, length) {
      const whole = Buffer.concat(chunks)
      chunks = [whole]
      return whole.subarray(position, position + length)
    },
    async remove() {
      chunks = []
    },
  }
}

export function traceInFile(path: string): TraceBytes {
  return {
    async append(bytes) {
      await mkdir(dirname(path), { recursive: true })
      await appendFile(path, bytes, { mode: 0o600 })
    },
    async read(position, length) {
      const size = (await readSize(path))?.size ?? 0
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
      if (buffer.length === 0) return buffer
      const file = await open(path, 'r')
      try {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async remove() {
      await rm(path, { force: true })
    },
  }
}

/** Returns undefined if the file does not exist. */
export async function readSize(
  path: string,
): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
