import { type FileHandle, open } from 'node:fs/promises'
import { FailedStore } from './store-errors.ts'

export interface JournalFile {
  append(bytes: Buffer): Promise<void>
  /** Resolves when everything appended so far is on disk. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface JournalFileOptions {
  readonly path: string
  /** How much of the file is whole; what follows is cut off before the first write. */
  readonly size: number
  /** The shortest journal that says the same. */
  readonly snapshot: () => Buffer
  /** Puts these bytes in the place of the file, atomically. */
  readonly replace: (bytes: Buffer) => Promise<void>
}

const compactAbove = 1024 * 1024

interface Waiting {
  readonly bytes: Buffer
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export async function appendJournal(options: JournalFileOptions): Promise<JournalFile> {
  if (options.size === 0) await options.replace(options.snapshot())
  let file = await open(options.path, 'r+')
  let size = options.size
  if (size === 0) size = (await file.stat()).size
  else await cutOff(file, size)
  let compactedSize = size
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let failure: FailedStore | undefined

  async function drain(): Promise<void> {
    // One turn later, so that all writes of this tick share one sync.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await write(Buffer.concat(batch.map((one) => one.bytes)))
      } catch (error) {
        failure ??= new FailedStore(options.path, error)
        for (const one of [...batch, ...waiting]) one.reject(failure)
        waiting = []
        break
      }
      for (const one of batch) one.resolve()
    }
    // In the same turn as the last look at `waiting`, or an append in between would wait for ever.
    running = undefined
  }

  async function write(bytes: Buffer): Promise<void> {
    let written = 0
    while (written < bytes.length) {
      written += (await file.write(bytes, written, bytes.length - written, size + written)).bytesWritten
    }
    await file.datasync()
    size += bytes.length
    if (size > compactAbove && size > 2 * compactedSize) await compact()
  }

  async function compact(): Promise<void> {
    const snapshot = options.snapshot()
    await options.replace(snapshot)
    await file.close()
    file = await open(options.path, 'r+')
    size = snapshot.length
    compactedSize = size
  }

  function append(bytes: Buffer): Promise<void> {
    if (failure !== undefined) return Promise.reject(failure)
    return new Promise<void>((resolve, reject) => {
      waiting.push({ bytes, resolve, reject })
      running ??= drain()
    })
  }

  return {
    append,
    settled: () => append(Buffer.alloc(0)),
    async close() {
      await running
      failure ??= new FailedStore(options.path, 'it has been closed')
      await file.close()
    },
  }
}

async function cutOff(file: FileHandle, size: number): Promise<void> {
  if ((await file.stat()).size === size) return
  await file.truncate(size)
  await file.sync()
}
