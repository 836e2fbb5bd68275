import {
  createTrieNode,
  insertPath,
  removePath,
  type TopicTrieNode,
  valuesCovered,
} from './topic-trie-node.ts'

/** Stores values by topic filter; `match` visits the values whose filter matches a topic name. */
export class FilterTrie<Value> {
  readonly #root: TopicTrieNode<Value> = createTrieNode()

  getOrInsert(filter: string, make: () => Value): Value {
    const at = insertPath(this.#root, filter)
    at.value ??= make()
    return at.value
  }

  get(filter: string): Value | undefined {
    let at: TopicTrieNode<Value> | undefined = this.#root
    for (const level of filter.split('/')) at = at?.children?.get(level)
    return at?.value
  }

  delete(filter: string): void {
    removePath(this.#root, filter)
  }

  match(topic: string, visit: (value: Value) => void): void {
    const levels = topic.split('/')
    // MQTT-4.7.2-1: a wildcard in first place does not match topics beginning with $. The walk is iterative because a
    // topic may have 32,768 levels.
    let front: TopicTrieNode<Value>[] = [this.#root]
    for (let depth = 0; depth < levels.length && front.length > 0; depth++) {
      const level = levels[depth] ?? ''
      const wildcards = depth > 0 || !level.startsWith('$')
      const next: TopicTrieNode<Value>[] = []
      for (const at of front) {
        if (wildcards) {
          const rest = at.children?.get('#')
          if (rest?.value !== undefined) visit(rest.value)
          const any = at.children?.get('+')
          if (any !== undefined) next.push(any)
        }
        const exact = level === '+' || level === '#' ? undefined : at.children?.get(level)
        if (exact !== undefined) next.push(exact)
      }
      front = next
    }
    for (const at of front) {
      if (at.value !== undefined) visit(at.value)
      const rest = at.children?.get('#')
      if (rest?.value !== undefined) visit(rest.value)
    }
  }

  /** Returns the values of filters that `filter` covers. */
  listCovered(filter: string): Iterable<Value> {
    return valuesCovered(this.#root, filter)
  }
}
