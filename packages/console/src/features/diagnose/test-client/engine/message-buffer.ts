import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'

export interface BufferedMessage extends LinkMessage {
  /** The number of the message, which counts from 1 without gaps over all messages that ever arrived. */
  readonly seq: number
  /** The time of the message, in epoch milliseconds. */
  readonly at: number
}

export interface BufferLimits {
  readonly count: number
  readonly bytes: number
}

/** The estimated bytes of a message besides its payload: objects, strings, and its place in the list. */
const OVERHEAD = 200
const COMPACT_AT = 4_096

export function estimateMessageBytes({ topic, payload, properties }: LinkMessage): number {
  const texts = properties?.userProperties?.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  )
  return OVERHEAD + payload.byteLength + 2 * topic.length + 2 * (texts ?? 0)
}

/** Keeps the latest messages, bounded by count and by bytes; counts the messages that are dropped. */
export class MessageBuffer {
  #messages: BufferedMessage[] = []
  /** The index of the oldest kept message; entries before it are dropped. */
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

  /** The number of the latest message, kept or not. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  /** The number of the oldest kept message; one more than the latest number if no message is kept. */
  get firstSeq(): number {
    return this.#lastSeq - this.count + 1
  }

  /** The number of messages that were dropped because of a limit. */
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

  /** Removes all kept messages and resets the count of dropped messages. */
  clear(): void {
    this.#messages = []
    this.#head = 0
    this.#bytes = 0
    this.#dropped = 0
  }

  /** Drops messages until the limits are met; one message is always kept, however large it is. */
  #keepWithin(): void {
    const { count, bytes } = this.#limits
    while (this.count > 1 && (this.count > count || this.#bytes > bytes)) {
      const oldest = this.#messages[this.#head]
      if (oldest !== undefined) this.#bytes -= estimateMessageBytes(oldest)
      this.#head += 1
      this.#dropped += 1
    }
    // The references before the head would keep their payloads in memory.
    if (this.#head >= COMPACT_AT || this.#head > this.count) {
      this.#messages = this.#messages.slice(this.#head)
      this.#head = 0
    }
  }
}
