/** A captured message as it is stored. */
export interface CapturedMessage {
  /** The number of the message, counted over all topics. */
  readonly seq: number
  /** The time of its arrival, in epoch milliseconds. */
  readonly time: number
  readonly qos: number
  readonly retain: boolean
  /** The size of the payload in bytes, which is more than `payload` holds if it was cut. */
  readonly size: number
  readonly payload: Uint8Array
  readonly contentType: string | undefined
}

/** Holds the latest messages of one topic, oldest first. */
export interface TopicHistory {
  messages: CapturedMessage[]
  /** The number of received messages, including those that are no longer kept. */
  received: number
}

const keptPerTopic = 500
/** The maximum length of a payload that is kept whole, in bytes; a longer payload is cut. */
const longestKept = 1024 * 1024
const cutTo = 64 * 1024
/** The estimated bytes of a message besides its payload. */
const overhead = 160

interface Entry {
  readonly history: TopicHistory
  readonly seq: number
}

/** Keeps messages of all topics, bounded by bytes: the oldest message is dropped first, whatever its topic. */
export class MessageStore {
  readonly #limit: number
  #queue: Entry[] = []
  #head = 0
  #bytes = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  keep(history: TopicHistory, message: CapturedMessage): void {
    const { payload } = message
    const kept = payload.length > longestKept ? payload.slice(0, cutTo) : payload
    history.messages.push({ ...message, payload: kept })
    this.#queue.push({ history, seq: message.seq })
    this.#bytes += kept.length + overhead
    this.#count += 1
    if (history.messages.length > keptPerTopic) this.#dropOldest(history)
    while (this.#bytes > this.#limit && this.#head < this.#queue.length) this.#shift()
    this.#compact()
  }

  clear(): void {
    for (const { history } of this.#queue) history.messages = []
    this.#queue = []
    this.#head = 0
    this.#bytes = 0
    this.#count = 0
  }

  #dropOldest(history: TopicHistory): void {
    const gone = history.messages.shift()
    if (gone === undefined) return
    this.#bytes -= gone.payload.length + overhead
    this.#count -= 1
  }

  #shift(): void {
    const entry = this.#queue[this.#head]
    this.#head += 1
    // The message may have been dropped before as the oldest of its topic.
    if (entry !== undefined && entry.history.messages[0]?.seq === entry.seq) this.#dropOldest(entry.history)
  }

  /** Removes the entries of dropped messages before they outnumber the kept messages. */
  #compact(): void {
    if (this.#queue.length < 2 * this.#count + 1024) return
    this.#queue = this.#queue.slice(this.#head).filter(({ history, seq }) => {
      const [oldest] = history.messages
      return oldest !== undefined && oldest.seq <= seq
    })
    this.#head = 0
  }
}
