import { parseShared, topicMatches } from '@brokerdeck/contract/topic.ts'
import type { LinkAnswer } from '#domain/mqtt-link/link-message.ts'
import type { MqttLink } from '#domain/mqtt-link/mqtt-link.ts'
import type { WantedSubscription } from './page-message.ts'

type Told = (filter: string, answer: LinkAnswer | undefined) => void

/** Keeps the session's subscriptions what the page wants them to be, also after a new connection. */
export class WantedSubscriptions {
  readonly #onAnswer: Told
  #wanted: readonly WantedSubscription[] = []
  /** What the broker was asked for, by filter. */
  readonly #asked = new Map<string, string>()
  #link: MqttLink | undefined

  constructor(onAnswer: Told) {
    this.#onAnswer = onAnswer
  }

  want(wanted: readonly WantedSubscription[]): void {
    this.#wanted = wanted
    this.#settle()
  }

  /** A session that is new to the broker has none yet. */
  connected(link: MqttLink, isSessionPresent: boolean): void {
    this.#link = link
    if (!isSessionPresent) this.#asked.clear()
    this.#settle()
  }

  disconnected(): void {
    this.#link = undefined
  }

  /** Only muted ones want it. What none of them matches, the broker sent by itself: it is shown. */
  isMuted(topic: string): boolean {
    if (!this.#wanted.some(({ isMuted }) => isMuted)) return false
    const matching = this.#wanted.filter(({ filter }) => topicMatches(parseShared(filter).filter, topic))
    return matching.length > 0 && matching.every(({ isMuted }) => isMuted)
  }

  #settle(): void {
    const link = this.#link
    if (link === undefined) return
    for (const filter of this.#asked.keys()) {
      if (this.#wanted.some((one) => one.filter === filter)) continue
      this.#asked.delete(filter)
      void link.unsubscribe(filter).then(() => this.#onAnswer(filter, undefined))
    }
    for (const { filter, options } of this.#wanted) {
      const spelled = JSON.stringify(options)
      if (this.#asked.get(filter) === spelled) continue
      this.#asked.set(filter, spelled)
      void link.subscribe(filter, options).then((answer) => {
        if (answer.kind !== 'done' && answer.kind !== 'refused' && this.#asked.get(filter) === spelled)
          this.#asked.delete(filter)
        this.#onAnswer(filter, answer)
      })
    }
  }
}
