/** A captured message as it is kept. */
export interface CapturedMessage {
  /** Counts up over all topics. */
  readonly seq: number
  /** Epoch milliseconds of its arrival. */
  readonly time: number
  readonly qos: number
  readonly retain: boolean
  /** Bytes of the payload; more than `payload` has if that was cut. */
  readonly size: number
  readonly payload: Uint8Array
  readonly contentType: string | undefined
}

/** The latest messages of one topic, oldest first. */
export interface TopicHistory {
  messages: CapturedMessage[]
  /** Those that are not kept any more among them. */
  received: number
}

const keptPerTopic = 500
/** A longer payload is kept by its beginning. */
const longestKept = 1024 * 1024
const cutTo = 64 * 1024
/** Of a message beside its payload, estimated. */
const overhead = 160

interface Entry {
  readonly history: TopicHistory
  readonly seq: number
}

/** Messages of all topics, bounded by bytes: the oldest of all goes first, whichever topic it is of. */
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
    // It may have gone before as the oldest of its topic.
    if (entry !== undefined && entry.history.messages[0]?.seq === entry.seq) this.#dropOldest(entry.history)
  }

  /** Forgets the places of what has gone, before they outnumber what is there. */
  #compact(): void {
    if (this.#queue.length < 2 * this.#count + 1024) return
    this.#queue = this.#queue.slice(this.#head).filter(({ history, seq }) => {
      const [oldest] = history.messages
      return oldest !== undefined && oldest.seq <= seq
    })
    this.#head = 0
  }
}
