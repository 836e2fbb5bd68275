import { findPacking, type Packing, UNPACK_LIMITS, unpack } from '#lib/unpack.ts'
import type { ChartedMessage } from './chart-values.ts'
import { longestDocument } from './numeric-paths.ts'

interface Content {
  /** As sent where it cannot be unpacked; undefined where it is too long to be read, or not kept any more. */
  readonly bytes: Uint8Array | undefined
  /** This browser does not know how it is packed. */
  readonly unknown?: Packing
}

/**
 * What the packed payloads of one topic hold: unpacked one at a time, the newest first, while other work goes on. Nothing
 * waits but the messages that are kept anyway, and of what they hold no more is kept than one may unpack to.
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

  /** The messages of a topic, oldest first; those of another are forgotten. */
  follow(messages: readonly ChartedMessage[]): void {
    this.#messages = messages
    const followed = new Set(messages)
    for (const message of this.#contents.keys()) {
      if (!followed.has(message)) this.#contents.delete(message)
    }
    if (!this.#isBusy) void this.#unpackAll()
  }

  /** What a message holds; undefined while it is unpacked, or where that is not kept. */
  read(message: ChartedMessage): Uint8Array | undefined {
    if (findPacking(message.payload) === undefined) return message.payload
    return this.#contents.get(message)?.bytes
  }

  /** How a message is packed that this browser cannot unpack. */
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
