import type { TraceBytes } from './trace-bytes.ts'

export interface TraceLogOptions {
  readonly bytes: TraceBytes
  /** The number of bytes that are already stored. */
  readonly size: number
  /** The time of the last change, in milliseconds since the epoch. */
  readonly changedAt: number
  readonly now: () => number
  /** The size in bytes from which on nothing more is written; the last line says so. */
  readonly limit: number
  readonly lastLine: () => string
  readonly onFailure: (error: unknown) => void
}

/** The log of one trace on one node. */
export class TraceLog {
  readonly #options: TraceLogOptions
  #size: number
  #changedAt: number
  #isFull: boolean
  #waiting: Buffer[] = []
  #writing: Promise<void> | undefined

  constructor(options: TraceLogOptions) {
    this.#options = options
    this.#size = options.size
    this.#changedAt = options.changedAt
    this.#isFull = options.size >= options.limit
  }

  get size(): number {
    return this.#size
  }

  get changedAt(): number {
    return this.#changedAt
  }

  write(line: string): void {
    if (this.#isFull) return
    const { limit, lastLine, now } = this.#options
    this.#take(Buffer.from(line))
    if (this.#size >= limit) {
      this.#isFull = true
      this.#take(Buffer.from(lastLine()))
    }
    this.#changedAt = now()
  }

  async read(position: number, length: number): Promise<Buffer> {
    await this.settle()
    return await this.#options.bytes.read(position, length)
  }

  async remove(): Promise<void> {
    this.#isFull = true
    this.#waiting = []
    await this.settle()
    await this.#options.bytes.remove()
  }

  /** Resolves when all lines written so far can be read. */
  async settle(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  #take(bytes: Buffer): void {
    this.#size += bytes.length
    this.#waiting.push(bytes)
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined
    })
  }

  async #drain(): Promise<void> {
    // Lines are not written one by one: all lines that one packet causes are written together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const bytes = Buffer.concat(this.#waiting.splice(0))
      try {
        await this.#options.bytes.append(bytes)
      } catch (error) {
        for (const lost of [bytes, ...this.#waiting.splice(0)]) this.#size -= lost.length
        this.#isFull = true
        this.#options.onFailure(error)
      }
    }
  }
}
