import type { LinkMessage } from './link-message.ts'

/** Which topics the broker knows by a number on this connection (MQTT 5 §3.3.2.3.4). */
export class TopicAliases {
  readonly #topics = new Map<number, string>()

  /** Empty where its number is enough. */
  topicFor({ topic, properties }: Pick<LinkMessage, 'topic' | 'properties'>): string {
    const alias = properties?.topicAlias
    return alias !== undefined && this.#topics.get(alias) === topic ? '' : topic
  }

  /** After it was sent: a message that was refused may not have taught the broker anything. */
  learn({ topic, properties }: Pick<LinkMessage, 'topic' | 'properties'>): void {
    if (properties?.topicAlias !== undefined) this.#topics.set(properties.topicAlias, topic)
  }

  /** Another connection begins without any. */
  forget(): void {
    this.#topics.clear()
  }
}
