import type { Message, StoredMessage } from '../node/cluster.ts'

/** Messages in the order of their delivery: the highest priority first, within a priority the oldest first. */
class MessageQueue<Entry extends WaitingMessage> {
  readonly #entries: Entry[] = []
  #bytes = 0

  get length(): number {
    return this.#entries.length
  }

  get bytes(): number {
    return this.#bytes
  }

  get first(): Entry | undefined {
    return this.#entries[0]
  }

  [Symbol.iterator](): IterableIterator<Entry> {
    return this.#entries.values()
  }

  /**
   * Adds an entry and returns the dropped entries: the oldest of its priority if these exceed the length limit, and
   * the oldest of the lowest priority while all entries exceed the byte limit. A single message may always wait,
   * however large.
   */
  add(entry: Entry, limits: QueueLimits): readonly Entry[] {
    const start = this.#countWhile(({ priority }) => priority > entry.priority)
    const end = this.#countWhile(({ priority }) => priority >= entry.priority)
    this.#entries.splice(end, 0, entry)
    this.#bytes += entry.size
    const lost: Entry[] = []
    if (end + 1 - start > limits.length) lost.push(...this.#takeOut(start))
    while (this.#bytes > limits.bytes && this.#entries.length > 1) {
      const lowest = this.#entries.at(-1)?.priority ?? 0
      lost.push(...this.#takeOut(this.#countWhile(({ priority }) => priority > lowest)))
    }
    return lost
  }

  shift(): Entry | undefined {
    return this.#takeOut(0)[0]
  }

  #takeOut(at: number): Entry[] {
    const taken = this.#entries.splice(at, 1)
    for (const { size } of taken) this.#bytes -= size
    return taken
  }

  /**
   * Returns the number of entries at the front that fulfil a condition that the entries behind them do not; a binary
   * search.
   */
  #countWhile(isInFront: (entry: Entry) => boolean): number {
    let from = 0
    let to = this.#entries.length
    while (from < to) {
      const middle = (from + to) >> 1
      const entry = this.#entries[middle]
      if (entry !== undefined && isInFront(entry)) from = middle + 1
      else to = middle
    }
    return from
  }
}

export interface OutboxEntry extends StoredMessage {
  /** The message as it is sent: with the subscription's QoS and retain flag. */
  readonly message: Message
  readonly subscriptionIdentifier: number | undefined
  /** The shared subscription that the message came by; its other members could receive the message instead. */
  readonly share: { readonly filter: string; readonly group: string } | undefined
  /** The size in bytes; the body may be shared with other entries. */
  readonly size: number
  packetId: number | undefined
  /** True for QoS 2 after PUBREC: only PUBREL is repeated (MQTT-4.3.3). */
  isReleased: boolean
  /** The time at which the message was last sent; undefined if not since the broker started. */
  sentAt?: number
  /** The time at which the message was first sent since the broker started. */
  begunAt?: number
}

/** The messages on their way to a client: a bounded queue, and the window of sent messages without acknowledgement. */
export class Outbox {
  max = 1000
  maxBytes = Number.POSITIVE_INFINITY
  inflightMax = 32
  dropped = 0
  readonly queue = new MessageQueue<OutboxEntry>()
  readonly inflight = new Map<number, OutboxEntry>()
  #packetId = 0
  #stampMs = 0
  #stampSequence = 0

  get hasRoom(): boolean {
    return this.queue.length === 0 && this.inflight.size < this.inflightMax
  }

  /** Returns a strictly increasing stamp that resembles nanoseconds since the epoch. */
  stamp(now: number): string {
    if (now > this.#stampMs) {
      this.#stampMs = now
      this.#stampSequence = 0
    } else this.#stampSequence++
    return `${this.#stampMs}${String(this.#stampSequence).padStart(6, '0')}`
  }

  /** Adds an entry to the queue; returns the entries that were dropped because the queue is full. */
  enqueue(entry: OutboxEntry): readonly OutboxEntry[] {
    const lost = this.queue.add(entry, { length: this.max, bytes: this.maxBytes })
    this.dropped += lost.length
    return lost
  }

  /** Removes and returns the next entry that may be sent now; QoS 0 needs no place in the window. */
  next(): OutboxEntry | undefined {
    const { first } = this.queue
    if (first === undefined) return undefined
    if (first.message.qos > 0 && this.inflight.size >= this.inflightMax) return undefined
    return this.queue.shift()
  }

  /** Gives the entry a packet identifier and a place in the window. */
  admit(entry: OutboxEntry): number {
    do {
      this.#packetId = (this.#packetId % 65_535) + 1
    } while (this.inflight.has(this.#packetId))
    entry.packetId = this.#packetId
    this.inflight.set(this.#packetId, entry)
    return this.#packetId
  }

  /** Restores an entry after a restart; entries come in the order of their insertion. */
  restore(entry: OutboxEntry): readonly OutboxEntry[] {
    const ms = Number(entry.insertedAt.slice(0, -6))
    if (ms >= this.#stampMs) {
      this.#stampMs = ms
      this.#stampSequence = Number(entry.insertedAt.slice(-6))
    }
    if (entry.packetId === undefined) {
      return this.queue.add(entry, { length: Number.POSITIVE_INFINITY, bytes: this.maxBytes })
    }
    this.inflight.set(entry.packetId, entry)
    return []
  }
}

interface WaitingMessage {
  readonly priority: number
  /** The size in bytes. */
  readonly size: number
}

interface QueueLimits {
  /** The maximum number of messages of each priority. */
  readonly length: number
  readonly bytes: number
}
