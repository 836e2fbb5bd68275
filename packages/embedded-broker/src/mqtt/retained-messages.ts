import type { Message } from './cluster.ts'
import type { Gauge } from './gauge.ts'
import { isExpired } from './message.ts'
import type { Records } from './records.ts'
import { TopicTree } from './topic-tree.ts'

/** The last retained message of each topic, cluster-wide. Those the broker makes itself are not stored. */
export class RetainedMessages {
  readonly #tree = new TopicTree<Message>()
  readonly #records: Records
  readonly #gauge: Gauge
  readonly #now: () => number

  constructor(records: Records, gauge: Gauge, now: () => number) {
    this.#records = records
    this.#gauge = gauge
    this.#now = now
  }

  /** MQTT-3.3.1-5 … 3.3.1-7: an empty payload clears the topic. */
  keep(message: Message): Promise<void> | undefined {
    if (message.payload.length === 0) return this.clear(message.topic)
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

  restore(message: Message): void {
    this.#tree.set(message.topic, message)
    this.#gauge.set(this.#tree.size)
  }

  matching(filter: string): readonly Message[] {
    return this.#living(this.#tree.matching(filter))
  }

  all(): readonly Message[] {
    return this.#living(this.#tree.values())
  }

  #living(messages: Iterable<Message>): readonly Message[] {
    const now = this.#now()
    const found = [...messages]
    const dead = found.filter((message) => isExpired(message, now))
    for (const message of dead) void this.clear(message.topic)
    return dead.length === 0 ? found : found.filter((message) => !isExpired(message, now))
  }
}
