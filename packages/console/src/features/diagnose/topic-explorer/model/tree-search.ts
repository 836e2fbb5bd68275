import { topicFilterFault, topicMatches } from '@brokerdeck/languages/topic.ts'
import { buildNodeTopic, type TopicNode } from './topic-node.ts'

/**
 * Marks the nodes that match a text: a filter with wildcards matches the topics that it covers, any other text the
 * first nodes from the root whose topic contains it. Nodes that are added later are checked when they are added.
 */
export class TreeSearch {
  readonly id: number
  readonly #text: string
  readonly #filter: string | undefined
  #found = 0

  constructor(id: number, text: string) {
    this.id = id
    this.#text = text.toLowerCase()
    this.#filter = /(^|\/)[+#](\/|$)/.test(text) && topicFilterFault(text) === undefined ? text : undefined
  }

  get found(): number {
    return this.#found
  }

  /** Searches a whole branch, in time that grows with its nodes and not with the length of their topics. */
  mark(branch: TopicNode): void {
    const waiting: { readonly node: TopicNode; readonly topic: string }[] = [
      { node: branch, topic: buildNodeTopic(branch) },
    ]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, topic } = next
      if (node.parent !== undefined) this.#look(node, topic)
      const prefix = node.parent === undefined ? '' : `${topic}/`
      for (const child of node.children?.values() ?? [])
        waiting.push({ node: child, topic: `${prefix}${child.name}` })
    }
  }

  /** Searches a node and its ancestors, which a new topic may have added. */
  markPath(node: TopicNode): void {
    for (let at = node; at.parent !== undefined; at = at.parent) this.#look(at, buildNodeTopic(at))
  }

  #look(node: TopicNode, topic: string): void {
    if (node.foundBy === this.id || !this.#isHit(node, topic)) return
    node.foundBy = this.id
    this.#found += 1
    for (let at = node.parent; at !== undefined && at.foundBelowBy !== this.id; at = at.parent)
      at.foundBelowBy = this.id
  }

  #isHit(node: TopicNode, topic: string): boolean {
    if (this.#filter !== undefined) return node.own !== 0 && topicMatches(this.#filter, topic)
    const { length } = this.#text
    const above = topic.length - node.name.length - 1
    const at = topic.toLowerCase().indexOf(this.#text)
    // The text matches here if it ends within this level; otherwise an ancestor has matched already.
    return at >= 0 && at + length > above
  }
}
