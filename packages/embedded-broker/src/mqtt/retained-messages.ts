import type { Message } from './cluster.ts'
import type { Gauge } from './gauge.ts'
import { isExpired } from './message.ts'
import type { Records } from './records.ts'
import type { Settings } from './settings.ts'
import { TokenBucket } from './token-bucket.ts'
import { TopicTree } from './topic-tree.ts'

/** The last retained message of each topic, cluster-wide. Those the broker makes itself are not stored. */
export class RetainedMessages {
  readonly #tree = new TopicTree<Message>()
  readonly #records: Records
  readonly #gauge: Gauge
  readonly #now: () => number
  readonly #settings: Settings
  readonly #publishing: TokenBucket
  #clearedAt: number

  constructor(records: Records, gauge: Gauge, now: () => number, settings: Settings) {
    this.#records = records
    this.#gauge = gauge
    this.#now = now
    this.#settings = settings
    this.#publishing = new TokenBucket(() => settings.retainer.publishRate)
    this.#clearedAt = now()
  }

  /** MQTT-3.3.1-5 … 3.3.1-7: an empty payload clears the topic. What the settings forbid is not kept. */
  keep(message: Message): Promise<void> | undefined {
    if (!this.#settings.retainer.isEnabled) return undefined
    if (message.payload.length === 0) return this.clear(message.topic)
    if (!message.isSys && !this.#mayKeep(message)) return undefined
    this.#tree.set(message.topic, message)
    this.#gauge.set(this.#tree.size)
    return message.isSys ? undefined : this.#records.putRetained(message)
  }

  clear(topic: string): Promise<void> | undefined {
    const before = this.#tree.get(topic)
    if (before === undefined) return undefined
    this.#tree.delete(topic)
    this.#gauge.set(this.#tree.size)
    return before.isSys ? undefined : this.#records.removeRetained(topic)
  }

  /** Unless the topic has another one by now. */
  async drop(messages: readonly Message[]): Promise<void> {
    await Promise.all(
      messages.filter((one) => this.#tree.get(one.topic) === one).map(({ topic }) => this.clear(topic)),
    )
  }

  restore(message: Message): void {
    this.#tree.set(message.topic, message)
    this.#gauge.set(this.#tree.size)
  }

  /** Nothing while the retainer is off; what it has is there again when it is on. */
  matching(filter: string): readonly Message[] {
    return this.#settings.retainer.isEnabled ? this.#living(this.#tree.matching(filter)) : []
  }

  all(): readonly Message[] {
    return this.#settings.retainer.isEnabled ? this.#living(this.#tree.values()) : []
  }

  /** Removes what has expired, when it is time to. */
  tick(): void {
    if (this.#now() - this.#clearedAt < this.#settings.retainer.clearInterval) return
    this.#clearedAt = this.#now()
    this.#living(this.#tree.values())
  }

  #mayKeep(message: Message): boolean {
    const { maxPayload, maxMessages } = this.#settings.retainer
    if (message.payload.length > maxPayload) return false
    if (this.#tree.size >= maxMessages && this.#tree.get(message.topic) === undefined) return false
    if (!this.#publishing.has()) return false
    this.#publishing.take()
    return true
  }

  #isExpired(message: Message, now: number): boolean {
    const { expiry, expiryOverride, canNeverExpire } = this.#settings.retainer
    if (message.isSys) return false
    if (expiryOverride === undefined) return isExpired(message, now, expiry)
    const isForEver = message.properties.messageExpiryInterval === undefined && canNeverExpire
    return !isForEver && now - message.publishAt > expiryOverride
  }

  #living(messages: Iterable<Message>): readonly Message[] {
    const now = this.#now()
    const found = [...messages]
    const dead = found.filter((message) => this.#isExpired(message, now))
    for (const message of dead) void this.clear(message.topic)
    return dead.length === 0 ? found : found.filter((message) => !this.#isExpired(message, now))
  }
}
