import type { Message, StoredMessage } from '../node/cluster.ts'

/** Messages in the order of their delivery: the highest priority first, within one the oldest first. */
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
   * Returns those that had to go: the oldest one of its priority when those are more than may be, and the oldest of the
   * lowest priority while all together are too large. One message may always wait, however large.
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

  /** How many at the front fulfil what the ones behind them do not: a search by halves. */
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
  /** As it is sent: with the subscription's QoS and retain flag. */
  readonly message: Message
  readonly subscriptionIdentifier: number | undefined
  /** The shared subscription it came by: who else could take it. */
  readonly share: { readonly filter: string; readonly group: string } | undefined
  /** In bytes; its body may be shared with others. */
  readonly size: number
  packetId: number | undefined
  /** QoS 2 after PUBREC: only PUBREL is repeated (MQTT-4.3.3). */
  isReleased: boolean
  /** When it was last sent; undefined if not since the broker started. */
  sentAt?: number
  /** When it was sent first, since the broker started. */
  begunAt?: number
}

/** Messages on their way to one client: a bounded queue and the window of those sent and not acknowledged. */
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

  /** Like nanoseconds since the epoch, strictly rising. */
  stamp(now: number): string {
    if (now > this.#stampMs) {
      this.#stampMs = now
      this.#stampSequence = 0
    } else this.#stampSequence++
    return `${this.#stampMs}${String(this.#stampSequence).padStart(6, '0')}`
  }

  /** Returns those that had to go because the queue is full. */
  enqueue(entry: OutboxEntry): readonly OutboxEntry[] {
    const lost = this.queue.add(entry, { length: this.max, bytes: this.maxBytes })
    this.dropped += lost.length
    return lost
  }

  /** Takes the next one that may be sent now; QoS 0 needs no place in the window. */
  next(): OutboxEntry | undefined {
    const { first } = this.queue
    if (first === undefined) return undefined
    if (first.message.qos > 0 && this.inflight.size >= this.inflightMax) return undefined
    return this.queue.shift()
  }

  /** Gives it a packet identifier and a place in the window. */
  admit(entry: OutboxEntry): number {
    do {
      this.#packetId = (this.#packetId % 65_535) + 1
    } while (this.inflight.has(this.#packetId))
    entry.packetId = this.#packetId
    this.inflight.set(this.#packetId, entry)
    return this.#packetId
  }

  /** After a restart; entries come in the order of their insertion. */
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
  /** In bytes. */
  readonly size: number
}

interface QueueLimits {
  /** Of each priority. */
  readonly length: number
  readonly bytes: number
}
