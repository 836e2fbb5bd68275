import type { SnTopic, TopicIdType } from './mqttsn-packet.ts'

/** The maximum number of topics of a client; ids are assigned from 1 on. */
const maxTopics = 1000

export interface NamedTopicId {
  readonly topicIdType: TopicIdType
  readonly topicId: number
}

/** Maps the two bytes of a topic id to topics, for a client. */
export class SnTopics {
  readonly #predefined: ReadonlyMap<number, string>
  readonly #byId = new Map<number, string>()
  readonly #byTopic = new Map<string, number>()

  constructor(predefined: ReadonlyMap<number, string>) {
    this.#predefined = predefined
  }

  /** Returns the id that the client is to use for a topic; undefined if it has too many topics. */
  register(topic: string): number | undefined {
    const known = this.#byTopic.get(topic)
    if (known !== undefined) return known
    const id = this.#byId.size + 1
    if (id > maxTopics) return undefined
    this.#byId.set(id, topic)
    this.#byTopic.set(topic, id)
    return id
  }

  findTopic(type: TopicIdType, id: number): string | undefined {
    if (type === 'short') return Buffer.of(id >> 8, id & 0xff).toString()
    return type === 'predefined' ? this.#predefined.get(id) : this.#byId.get(id)
  }

  findTopicName(type: TopicIdType, topic: SnTopic): string | undefined {
    return 'topicName' in topic ? topic.topicName : this.findTopic(type, topic.topicId)
  }

  /**
   * Returns the topic id by which the client already knows a topic; undefined if the topic has to be registered
   * first.
   */
  findNamed(topic: string): NamedTopicId | undefined {
    for (const [topicId, name] of this.#predefined)
      if (name === topic) return { topicIdType: 'predefined', topicId }
    const known = this.#byTopic.get(topic)
    if (known !== undefined) return { topicIdType: 'normal', topicId: known }
    const bytes = Buffer.from(topic)
    return bytes.length === 2 ? { topicIdType: 'short', topicId: bytes.readUInt16BE(0) } : undefined
  }
}
