import { findPacking, type Packing, UNPACK_LIMITS, unpack } from '#lib/unpack.ts'
import type { ChartedMessage } from './chart-values.ts'
import { longestDocument } from './numeric-paths.ts'

interface Content {
  /**
   * The decompressed bytes, or the bytes as sent if they cannot be decompressed; undefined if they are too long to be
   * read, or no longer kept.
   */
  readonly bytes: Uint8Array | undefined
  /** The compression, if this browser does not support it. */
  readonly unknown?: Packing
}

/**
 * Holds the decompressed payloads of one topic. They are decompressed one at a time, the newest first, in the
 * background. Only messages that are kept anyway wait for it, and their contents together take no more memory than a
 * single payload may decompress to.
 */
export class UnpackedPayloads {
  readonly #onChange: () => void
  readonly #contents = new Map<ChartedMessage, Content>()
  readonly #closed = new AbortController()
  #messages: readonly ChartedMessage[] = []
  #isBusy = false

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Sets the messages of a topic, oldest first; the contents of all other messages are dropped. */
  follow(messages: readonly ChartedMessage[]): void {
    this.#messages = messages
    const followed = new Set(messages)
    for (const message of this.#contents.keys()) {
      if (!followed.has(message)) this.#contents.delete(message)
    }
    if (!this.#isBusy) void this.#unpackAll()
  }

  /** Returns the content of a message; undefined while it is being decompressed, or if it is not kept. */
  read(message: ChartedMessage): Uint8Array | undefined {
    if (findPacking(message.payload) === undefined) return message.payload
    return this.#contents.get(message)?.bytes
  }

  /** Returns the compression of a message if this browser does not support it. */
  unknownPacking(message: ChartedMessage): Packing | undefined {
    return this.#contents.get(message)?.unknown
  }

  close(): void {
    this.#messages = []
    this.#closed.abort()
  }

  async #unpackAll(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const content = await this.#unpack(next)
      if (this.#closed.signal.aborted) return
      this.#contents.set(next, content)
      this.#dropOldest()
      this.#onChange()
    }
    this.#isBusy = false
  }

  #next(): ChartedMessage | undefined {
    return this.#messages.findLast(
      (message) => !this.#contents.has(message) && findPacking(message.payload) !== undefined,
    )
  }

  async #unpack({ payload }: ChartedMessage): Promise<Content> {
    const packing = findPacking(payload)
    if (packing === undefined) return { bytes: payload }
    try {
      const unpacked = await unpack(payload, packing, this.#closed.signal)
      if (unpacked.kind === 'refused')
        return { bytes: payload, ...(unpacked.why === 'unknown' ? { unknown: packing } : {}) }
      return { bytes: unpacked.bytes.length > longestDocument ? undefined : unpacked.bytes }
    } catch (error) {
      if (this.#closed.signal.aborted) return { bytes: undefined }
      throw error
    }
  }

  #dropOldest(): void {
    let size = 0
    const newestFirst = [...this.#contents].sort(([one], [other]) => other.seq - one.seq)
    for (const [message, { bytes, ...rest }] of newestFirst) {
      size += bytes?.length ?? 0
      if (size > UNPACK_LIMITS.size) this.#contents.set(message, { ...rest, bytes: undefined })
    }
  }
}
