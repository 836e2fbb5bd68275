import { parseShared, topicMatches } from '@brokerdeck/languages/topic.ts'
import type { MessageBuffer } from './message-buffer.ts'

const mostTopics = 200
/**
 * The maximum number of characters of all topics: a single topic may have 65,535 bytes, and all topics are sent to
 * the page.
 */
const mostCharacters = 32_768

/**
 * Collects the topics of the kept messages, the latest ones if there are too many. The search is done in steps, so
 * that it does not block the worker. Once the limit is reached, new topics are left out, so that the topics that the
 * user chooses from stay.
 */
export class OfferedTopics {
  readonly #buffer: MessageBuffer
  readonly #filter: string
  readonly #topics = new Set<string>()
  #characters = 0
  #hasLeftOut = false
  /** The numbers of the next messages before and after those that were looked at. */
  #older: number
  #newer: number

  constructor(buffer: MessageBuffer, filter: string) {
    this.#buffer = buffer
    this.#filter = filter === '' ? '' : parseShared(filter).filter
    this.#older = buffer.lastSeq
    this.#newer = buffer.lastSeq + 1
  }

  /** True if there are more topics than are offered. */
  get hasMore(): boolean {
    return this.#hasLeftOut
  }

  get isDone(): boolean {
    const { firstSeq, lastSeq } = this.#buffer
    return this.#hasLeftOut || (this.#newer > lastSeq && this.#older < firstSeq)
  }

  /** Looks at more messages until the time is up. */
  step(deadline: number): void {
    const { firstSeq, lastSeq } = this.#buffer
    this.#newer = Math.max(this.#newer, firstSeq)
    for (let looked = 1; !this.isDone; looked += 1) {
      if (looked % 64 === 0 && performance.now() > deadline) return
      if (this.#newer <= lastSeq) {
        this.#take(this.#newer)
        this.#newer += 1
      } else {
        this.#take(this.#older)
        this.#older -= 1
      }
    }
  }

  /** Returns the topics sorted by name, so that a new topic does not reorder the others. */
  list(): string[] {
    return [...this.#topics].sort()
  }

  #take(seq: number): void {
    const topic = this.#buffer.get(seq)?.topic
    if (topic === undefined || this.#topics.has(topic)) return
    if (this.#filter !== '' && !topicMatches(this.#filter, topic)) return
    const characters = this.#characters + topic.length
    this.#hasLeftOut = this.#topics.size === mostTopics || characters > mostCharacters
    if (this.#hasLeftOut) return
    this.#topics.add(topic)
    this.#characters = characters
  }
}
