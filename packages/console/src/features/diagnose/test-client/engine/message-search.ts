import { parseShared, topicMatches } from '@brokerdeck/languages/topic.ts'
import type { BufferedMessage, MessageBuffer } from './message-buffer.ts'

export interface MessageQuery {
  /** In topic or payload, in any case; empty: everything. */
  readonly search: string
  /** A topic filter; empty: every topic. */
  readonly topic: string
  /** A topic, not a filter, that is the only one. */
  readonly exactTopic?: string
}

/** Of each payload so much is searched: the rest of a large one would hold up what comes in. */
const SEARCHED_BYTES = 65_536

const decoder = new TextDecoder()

function isFound({ topic, payload }: BufferedMessage, wanted: string): boolean {
  if (topic.toLowerCase().includes(wanted)) return true
  return decoder.decode(payload.subarray(0, SEARCHED_BYTES)).toLowerCase().includes(wanted)
}

/** The messages of a buffer that are wanted, in the order they came; found bit by bit, so that nobody waits. */
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

  /** Nothing is left to be looked at. */
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

  /** How many there are up to a message. */
  count(upTo: number): number {
    if (this.isAll) return Math.max(0, upTo - this.#buffer.firstSeq + 1)
    return this.#indexAfter(upTo)
  }

  /** Numbers of the messages from `start` to before `end`, the newest first, none newer than `upTo`. */
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

  /** What the buffer does not have any more. */
  #forget(): void {
    const { firstSeq } = this.#buffer
    const [oldest] = this.#found
    if (oldest === undefined || oldest >= firstSeq) return
    this.#found = this.#found.slice(this.#indexAfter(firstSeq - 1))
  }

  /** Of the first found message after the given one. */
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
