import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'

export interface BufferedMessage extends LinkMessage {
  /** Counts from 1 without gaps, over everything that ever came. */
  readonly seq: number
  /** Epoch milliseconds. */
  readonly at: number
}

export interface BufferLimits {
  readonly count: number
  readonly bytes: number
}

/** Beside the payload: objects, strings, the place in the list. */
const OVERHEAD = 200
const COMPACT_AT = 4_096

export function estimateMessageBytes({ topic, payload, properties }: LinkMessage): number {
  const texts = properties?.userProperties?.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  )
  return OVERHEAD + payload.byteLength + 2 * topic.length + 2 * (texts ?? 0)
}

/** The latest messages, bounded by count and by bytes; what falls out at the other end is counted. */
export class MessageBuffer {
  #messages: BufferedMessage[] = []
  /** Before it nothing is kept any more. */
  #head = 0
  #bytes = 0
  #lastSeq = 0
  #dropped = 0
  #limits: BufferLimits

  constructor(limits: BufferLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#messages.length - this.#head
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Of the latest message, kept or not. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  /** Of the oldest message that is kept; one more than the latest while there is none. */
  get firstSeq(): number {
    return this.#lastSeq - this.count + 1
  }

  /** How many fell out because of a limit. */
  get dropped(): number {
    return this.#dropped
  }

  add(message: LinkMessage, at: number): void {
    this.#lastSeq += 1
    this.#messages.push({ ...message, seq: this.#lastSeq, at })
    this.#bytes += estimateMessageBytes(message)
    this.#keepWithin()
  }

  get(seq: number): BufferedMessage | undefined {
    return seq < this.firstSeq ? undefined : this.#messages[this.#head + seq - this.firstSeq]
  }

  setLimits(limits: BufferLimits): void {
    this.#limits = limits
    this.#keepWithin()
  }

  /** Forgets what is kept, and what was dropped with it. */
  clear(): void {
    this.#messages = []
    this.#head = 0
    this.#bytes = 0
    this.#dropped = 0
  }

  /** One message is always kept, however large. */
  #keepWithin(): void {
    const { count, bytes } = this.#limits
    while (this.count > 1 && (this.count > count || this.#bytes > bytes)) {
      const oldest = this.#messages[this.#head]
      if (oldest !== undefined) this.#bytes -= estimateMessageBytes(oldest)
      this.#head += 1
      this.#dropped += 1
    }
    // The references before the head would keep their payloads alive.
    if (this.#head >= COMPACT_AT || this.#head > this.count) {
      this.#messages = this.#messages.slice(this.#head)
      this.#head = 0
    }
  }
}
