import * as nodeFiles from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AuditSink } from './audit-log.ts'
import type { AuditFilesAside } from './audit-trail.ts'

interface FileIdentity {
  readonly dev: number
  readonly ino: number
}

type Handle = Pick<nodeFiles.FileHandle, 'truncate' | 'datasync' | 'sync' | 'close'> & {
  stat(): Promise<FileIdentity & { readonly size: number; isFile(): boolean }>
  read(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
  write(bytes: Buffer, offset: number, length: number): Promise<{ readonly bytesWritten: number }>
}

/** The file system functions that an audit log uses. */
export interface AuditFiles {
  open(path: string, flags: string, mode?: number): Promise<Handle>
  stat(path: string): Promise<FileIdentity>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { readonly force: boolean }): Promise<void>
}

export interface AuditFileOptions {
  readonly path: string
  /** The maximum size in bytes; before a file would exceed it, the file is rotated. */
  readonly maxBytes: number
  /** The number of rotated files that are kept: `FILE.1` is the newest. */
  readonly keep: number
}

const lineEnd = 0x0a

/**
 * A file to which lines are only appended; all lines are on disk when `write` resolves. The path is checked before
 * each write: a file that was removed is created again; if this is impossible, for example without its folder, the
 * write fails.
 */
export class AuditFile implements AuditSink {
  readonly name: string
  readonly files: AuditFilesAside
  readonly #options: AuditFileOptions
  readonly #files: AuditFiles
  #handle: Handle | undefined

  private constructor(options: AuditFileOptions, files: AuditFiles) {
    this.name = options.path
    this.files = { path: options.path, keep: options.keep }
    this.#options = options
    this.#files = files
  }

  static async open(options: AuditFileOptions, files: AuditFiles = nodeFiles): Promise<AuditFile> {
    const file = new AuditFile(options, files)
    file.#handle = await file.#open()
    return file
  }

  async write(lines: Buffer): Promise<void> {
    const { handle, size } = await this.#makeRoom(lines.length)
    try {
      for (let done = 0; done < lines.length; ) {
        done += (await handle.write(lines, done, lines.length - done)).bytesWritten
      }
      await handle.datasync()
    } catch (error) {
      await this.#takeBack(handle, size)
      throw error
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }

  /** The file may contain half a line. If it cannot be truncated, the line is ended when the file is next opened. */
  async #takeBack(handle: Handle, size: number): Promise<void> {
    try {
      await handle.truncate(size)
    } catch {
      this.#handle = undefined
      await handle.close().catch(() => undefined)
    }
  }

  async #makeRoom(length: number): Promise<{ readonly handle: Handle; readonly size: number }> {
    if (this.#handle !== undefined && !(await this.#isInPlace(this.#handle))) await this.close()
    this.#handle ??= await this.#open()
    const { size } = await this.#handle.stat()
    if (size === 0 || size + length <= this.#options.maxBytes) return { handle: this.#handle, size }
    await this.#putAside()
    this.#handle = await this.#open()
    return { handle: this.#handle, size: (await this.#handle.stat()).size }
  }

  async #isInPlace(handle: Handle): Promise<boolean> {
    const own = await handle.stat()
    try {
      const there = await this.#files.stat(this.#options.path)
      return there.dev === own.dev && there.ino === own.ino
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async #open(): Promise<Handle> {
    const { path } = this.#options
    const handle = await this.#files.open(path, 'a+', 0o600)
    try {
      const found = await handle.stat()
      if (!found.isFile()) throw new Error('it is no regular file')
      await endLine(handle, found.size)
      await this.#syncFolder()
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Syncs the folder, because a file name that a power failure removes also removes the lines of the file. */
  async #syncFolder(): Promise<void> {
    const folder = await this.#files.open(dirname(this.#options.path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }

  async #putAside(): Promise<void> {
    const { path, keep } = this.#options
    await this.close()
    await this.#files.rm(`${path}.${keep}`, { force: true })
    for (let number = keep - 1; number >= 1; number -= 1) {
      try {
        await this.#files.rename(`${path}.${number}`, `${path}.${number + 1}`)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
    await this.#files.rename(path, `${path}.1`)
  }
}

/** Ends the last line, which is incomplete if a process or machine stopped while writing it. */
async function endLine(handle: Handle, size: number): Promise<void> {
  if (size === 0) return
  const last = Buffer.alloc(1)
  await handle.read(last, 0, 1, size - 1)
  if (last[0] === lineEnd) return
  await handle.write(Buffer.from([lineEnd]), 0, 1)
  await handle.datasync()
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
