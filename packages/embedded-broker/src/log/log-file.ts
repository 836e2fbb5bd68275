import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Rotation {
  /** Files altogether, the one that is written included. */
  readonly count: number
  /** Bytes; Infinity never rotates. */
  readonly size: number
}

/** Lines that wait while the disk is busy; more are lost, and counted. */
const mostWaiting = 10_000

/** Appends lines to a file; a full one becomes `.1`, the one before `.2`. */
export class LogFile {
  readonly #path: string
  readonly #onOutcome: (failure: string | undefined) => void
  #rotation: Rotation
  #hasFailed = false
  #waiting: string[] = []
  #lost = 0
  #size: number | undefined
  #writing: Promise<void> | undefined

  /** `onOutcome` is told why nothing could be written, and undefined when it can again. */
  constructor(path: string, rotation: Rotation, onOutcome: (failure: string | undefined) => void) {
    this.#path = path
    this.#rotation = rotation
    this.#onOutcome = onOutcome
  }

  rotate(rotation: Rotation): void {
    this.#rotation = rotation
  }

  write(line: string): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#lost += 1
      return
    }
    this.#waiting.push(line)
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined
    })
  }

  /** Resolves when what was written before is in the file, or has failed. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const lines = this.#waiting.splice(0)
        if (this.#lost > 0) lines.push(`${this.#lost} lines were lost: the disk is too slow`)
        this.#lost = 0
        await this.#append(`${lines.join('\n')}\n`)
      }
      if (this.#hasFailed) this.#onOutcome(undefined)
      this.#hasFailed = false
    } catch (error) {
      // The disk may be full: what waits would only fill the memory as well.
      this.#waiting = []
      this.#hasFailed = true
      this.#onOutcome(error instanceof Error ? error.message : String(error))
    }
  }

  async #append(text: string): Promise<void> {
    this.#size ??= await this.#open()
    if (this.#size > 0 && this.#size + Buffer.byteLength(text) > this.#rotation.size) await this.#rotate()
    await appendFile(this.#path, text, { mode: 0o600 })
    this.#size += Buffer.byteLength(text)
  }

  async #open(): Promise<number> {
    await mkdir(dirname(this.#path), { recursive: true })
    return await sizeOf(this.#path)
  }

  async #rotate(): Promise<void> {
    const kept = this.#rotation.count - 1
    await rm(kept === 0 ? this.#path : `${this.#path}.${kept}`, { force: true })
    for (let at = kept - 1; at >= 1; at -= 1)
      await moveIfThere(`${this.#path}.${at}`, `${this.#path}.${at + 1}`)
    if (kept > 0) await moveIfThere(this.#path, `${this.#path}.1`)
    this.#size = 0
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
