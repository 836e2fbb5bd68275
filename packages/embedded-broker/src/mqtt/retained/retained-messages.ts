import * as v from 'valibot'
import type { Gauge } from '../client/gauge.ts'
import type { Settings } from '../client/settings.ts'
import type { Capacity } from '../limits/capacity.ts'
import { TokenBucket } from '../limits/token-bucket.ts'
import type { Message } from '../node/cluster.ts'
import { storedMessageSchema } from '../persistence/message-record.ts'
import type { Records } from '../persistence/records.ts'
import { isExpired } from '../routing/message.ts'
import { TopicTree } from '../routing/topic-tree.ts'

interface RetainedMessagesDeps {
  readonly records: Records
  readonly gauge: Gauge
  readonly now: () => number
  readonly settings: Settings
  readonly capacity: Capacity
}

/** The last retained message of each topic, cluster-wide. Messages that the broker itself creates are not stored. */
export class RetainedMessages {
  readonly #tree = new TopicTree<Message>()
  readonly #records: Records
  readonly #gauge: Gauge
  readonly #now: () => number
  readonly #settings: Settings
  readonly #publishing: TokenBucket
  readonly #capacity: Capacity
  #clearedAt: number

  constructor({ records, gauge, now, settings, capacity }: RetainedMessagesDeps) {
    this.#capacity = capacity
    this.#records = records
    this.#gauge = gauge
    this.#now = now
    this.#settings = settings
    this.#publishing = new TokenBucket(() => settings.retainer.publishRate)
    this.#clearedAt = now()
    records.onRefused('retained', (topics) => this.#takeBack(topics))
  }

  /**
   * Retains a message; an empty payload clears the topic (MQTT-3.3.1-5 … 3.3.1-7). Messages that the settings forbid
   * are not retained.
   */
  keep(message: Message): Promise<void> | undefined {
    if (!this.#settings.retainer.isEnabled) return undefined
    if (message.payload.length === 0) return this.clear(message.topic)
    if (!message.isSys && !this.#mayKeep(message)) return undefined
    this.#set(message.topic, message)
    return message.isSys ? undefined : this.#records.putRetained(message)
  }

  clear(topic: string): Promise<void> | undefined {
    const before = this.#tree.get(topic)
    if (before === undefined) return undefined
    this.#set(topic, undefined)
    return before.isSys ? undefined : this.#records.tryRemove('retained', topic)
  }

  /** Removes these messages, except where the topic has another message by now. */
  async drop(messages: readonly Message[]): Promise<void> {
    await Promise.all(
      messages.filter((one) => this.#tree.get(one.topic) === one).map(({ topic }) => this.clear(topic)),
    )
  }

  restore(message: Message): void {
    this.#set(message.topic, message)
  }

  #set(topic: string, message: Message | undefined): void {
    const before = this.#tree.get(topic)
    if (message !== undefined) {
      if (!message.isSys) this.#capacity.hold(message)
      this.#tree.set(topic, message)
    } else this.#tree.delete(topic)
    if (before?.isSys === false) this.#capacity.release(before)
    this.#gauge.set(this.#tree.size)
  }

  /** Restores the stored messages of topics whose writes the store refused. */
  #takeBack(topics: ReadonlySet<string>): void {
    for (const topic of topics) {
      const stored = v.safeParse(storedMessageSchema, this.#records.get('retained', topic))
      this.#set(topic, stored.success ? stored.output : undefined)
    }
  }

  /** Returns no messages while the retainer is off; its messages are available again once it is on. */
  matching(filter: string): readonly Message[] {
    return this.#settings.retainer.isEnabled ? this.#living(this.#tree.matching(filter)) : []
  }

  all(): readonly Message[] {
    return this.#settings.retainer.isEnabled ? this.#living(this.#tree.values()) : []
  }

  /** Removes expired messages once per clear interval. */
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
    if (!this.#capacity.hasRoomFor(message)) {
      this.#capacity.overran('message-bytes', message.fromClientid)
      return false
    }
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
