import { parseShared, topicMatches } from '@brokerdeck/languages/topic.ts'
import type { BufferedMessage, MessageBuffer } from './message-buffer.ts'

export interface MessageQuery {
  /** The text to find in topic or payload, regardless of case; an empty string matches all messages. */
  readonly search: string
  /** A topic filter; an empty string matches every topic. */
  readonly topic: string
  /** The only topic to match, which is a topic name and not a filter. */
  readonly exactTopic?: string
}

/**
 * The number of bytes of each payload that are searched: searching the rest of a large payload would delay incoming
 * messages.
 */
const SEARCHED_BYTES = 65_536

const decoder = new TextDecoder()

function isFound({ topic, payload }: BufferedMessage, wanted: string): boolean {
  if (topic.toLowerCase().includes(wanted)) return true
  return decoder.decode(payload.subarray(0, SEARCHED_BYTES)).toLowerCase().includes(wanted)
}

/**
 * Finds the matching messages of a buffer in their order. The search is done in steps, so that it does not block the
 * worker.
 */
export class MessageSearch {
  readonly #buffer: MessageBuffer
  readonly #filter: string
  readonly #wanted: string
  readonly #exactTopic: string | undefined
  #found: number[] = []
  #searchedTo = 0

  constructor(buffer: MessageBuffer, { search, topic, exactTopic }: MessageQuery) {
    this.#buffer = buffer
    this.#filter = topic === '' ? '' : parseShared(topic).filter
    this.#wanted = search.toLowerCase()
    this.#exactTopic = exactTopic
  }

  get isAll(): boolean {
    return this.#filter === '' && this.#wanted === '' && this.#exactTopic === undefined
  }

  /** True if all messages were looked at. */
  get isDone(): boolean {
    return this.isAll || this.#searchedTo >= this.#buffer.lastSeq
  }

  /** Looks at more messages until the time is up. */
  step(deadline: number): void {
    if (this.isAll) return
    let seq = Math.max(this.#searchedTo + 1, this.#buffer.firstSeq)
    for (let looked = 0; seq <= this.#buffer.lastSeq; seq += 1, looked += 1) {
      if (looked % 64 === 63 && performance.now() > deadline) break
      const message = this.#buffer.get(seq)
      if (message !== undefined && this.#isWanted(message)) this.#found.push(seq)
    }
    this.#searchedTo = seq - 1
    this.#forget()
  }

  /** Returns the number of matching messages up to a message. */
  count(upTo: number): number {
    if (this.isAll) return Math.max(0, upTo - this.#buffer.firstSeq + 1)
    return this.#indexAfter(upTo)
  }

  /** Returns the numbers of the messages from `start` to before `end`, the newest first, none newer than `upTo`. */
  window(upTo: number, start: number, end: number): readonly number[] {
    const count = this.count(upTo)
    const places = Array.from(
      { length: Math.max(0, Math.min(end, count) - start) },
      (_, at) => count - 1 - start - at,
    )
    return places.map((place) => (this.isAll ? this.#buffer.firstSeq + place : (this.#found[place] ?? 0)))
  }

  #isWanted(message: BufferedMessage): boolean {
    if (this.#exactTopic !== undefined && message.topic !== this.#exactTopic) return false
    if (this.#filter !== '' && !topicMatches(this.#filter, message.topic)) return false
    return this.#wanted === '' || isFound(message, this.#wanted)
  }

  /** Removes the messages that the buffer has dropped. */
  #forget(): void {
    const { firstSeq } = this.#buffer
    const [oldest] = this.#found
    if (oldest === undefined || oldest >= firstSeq) return
    this.#found = this.#found.slice(this.#indexAfter(firstSeq - 1))
  }

  /** Returns the index of the first found message after the given one. */
  #indexAfter(seq: number): number {
    let [low, high] = [0, this.#found.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#found[middle] ?? 0) <= seq) low = middle + 1
      else high = middle
    }
    return low
  }
}
