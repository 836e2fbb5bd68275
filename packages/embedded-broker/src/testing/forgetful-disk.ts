import * as nodeFiles from 'node:fs/promises'
import { basename, join } from 'node:path'
import { JournalFile, type JournalFiles } from '../storage/journal-file.ts'
import type { JournalDisk } from '../storage/journal-writer.ts'

/**
 * Holds a file as it is on the disk, and the changes since: a power failure may keep any of the changes and lose the
 * rest.
 */
interface Content {
  onDisk: Buffer
  unsynced: Change[]
}

type Change =
  | { readonly kind: 'write'; readonly bytes: Buffer; readonly at: number }
  | { readonly kind: 'truncate'; readonly size: number }

const sectorSize = 512

/** A disk that keeps only synced data through a power failure. Until then its files are real files. */
export class ForgetfulDisk implements JournalDisk {
  /** The files by name, as a running system sees them, and as they are on the disk. */
  #names = new Map<string, Content>()
  #namesOnDisk: ReadonlyMap<string, Content> = new Map()
  #handles: nodeFiles.FileHandle[] = []
  /** Counts processes: the calls of an ended process never resolve. */
  #life = 0
  #callsLeft = Number.POSITIVE_INFINITY
  #stop: () => void = () => undefined

  open(path: string, size: number) {
    return JournalFile.open(path, size, this.#files(this.#life))
  }

  create(path: string, records: Iterable<Buffer>) {
    return JournalFile.create(path, records, this.#files(this.#life))
  }

  /** Resolves when, after the given number of calls, no further call is done or resolved. */
  stopAfter(calls: number): Promise<void> {
    this.#callsLeft = calls
    return new Promise((resolve) => {
      this.#stop = resolve
    })
  }

  /** Ends the process, and writes its state to this folder for the next process. */
  async restart(dir: string): Promise<void> {
    this.#life += 1
    this.#callsLeft = Number.POSITIVE_INFINITY
    for (const handle of this.#handles.splice(0)) await handle.close()
    for (const [name, { onDisk, unsynced }] of this.#names) {
      const seen = unsynced.reduce((bytes, change) => applied(bytes, change, 1), onDisk)
      await nodeFiles.writeFile(join(dir, name), seen)
    }
  }

  /** Like `restart`, but each unsynced change is kept only to the extent that `share` returns, from 0 to 1. */
  async losePower(dir: string, share: () => number): Promise<void> {
    if (share() < 0.5) this.#names = new Map(this.#namesOnDisk)
    for (const content of this.#names.values()) {
      for (const change of content.unsynced) content.onDisk = applied(content.onDisk, change, share())
      content.unsynced = []
    }
    this.#namesOnDisk = new Map(this.#names)
    await this.restart(dir)
  }

  #files(life: number): JournalFiles {
    const call = () => this.#call(life)
    return {
      open: async (path, flags, mode) => {
        await call()
        const handle = await nodeFiles.open(path, flags, mode)
        this.#handles.push(handle)
        if (life !== this.#life) await this.#close(handle)
        if (flags === 'r') return this.#folder(handle, call)
        const content = this.#names.get(basename(path)) ?? { onDisk: Buffer.alloc(0), unsynced: [] }
        this.#names.set(basename(path), content)
        return this.#file(handle, content, call)
      },
      rename: async (from, to) => {
        await call()
        await nodeFiles.rename(from, to)
        const content = this.#names.get(basename(from))
        this.#names.delete(basename(from))
        if (content !== undefined) this.#names.set(basename(to), content)
      },
      rm: async (path, options) => {
        await call()
        await nodeFiles.rm(path, options)
        this.#names.delete(basename(path))
      },
    }
  }

  async #call(life: number): Promise<void> {
    if (life === this.#life && this.#callsLeft > 0) {
      this.#callsLeft -= 1
      return
    }
    if (life === this.#life) this.#stop()
    await new Promise(() => undefined)
  }

  #close(handle: nodeFiles.FileHandle): Promise<void> {
    this.#handles = this.#handles.filter((other) => other !== handle)
    return handle.close()
  }

  #folder(handle: nodeFiles.FileHandle, call: () => Promise<void>) {
    const sync = async () => {
      await call()
      this.#namesOnDisk = new Map(this.#names)
    }
    return { ...this.#file(handle, { onDisk: Buffer.alloc(0), unsynced: [] }, call), sync }
  }

  #file(handle: nodeFiles.FileHandle, content: Content, call: () => Promise<void>) {
    const change = async <T>(made: Change, done: () => Promise<T>): Promise<T> => {
      await call()
      content.unsynced.push(made)
      return await done()
    }
    const sync = async () => {
      await call()
      for (const made of content.unsynced) content.onDisk = applied(content.onDisk, made, 1)
      content.unsynced = []
    }
    return {
      fd: handle.fd,
      stat: () => handle.stat(),
      write: (bytes: Buffer, offset: number, length: number, at: number) =>
        change({ kind: 'write', bytes: Buffer.from(bytes.subarray(offset, offset + length)), at }, () =>
          handle.write(bytes, offset, length, at),
        ),
      truncate: (size = 0) => change({ kind: 'truncate', size }, () => handle.truncate(size)),
      datasync: sync,
      sync,
      close: () => this.#close(handle),
    }
  }
}

/** Applies `share` of a change to a file; a write ends at the end of a sector. */
function applied(content: Buffer, change: Change, share: number): Buffer {
  if (change.kind === 'truncate') return share < 0.5 ? content : resized(content, change.size)
  const { bytes, at } = change
  const cut = Math.floor((at + bytes.length * share) / sectorSize) * sectorSize - at
  const kept = share === 1 ? bytes : bytes.subarray(0, Math.max(0, cut))
  if (kept.length === 0) return content
  const grown = resized(content, Math.max(content.length, at + kept.length))
  kept.copy(grown, at)
  return grown
}

function resized(content: Buffer, size: number): Buffer {
  const next = Buffer.alloc(size)
  content.copy(next)
  return next
}
