import { type RouteFact, type TopicNode, topicOf } from './topic-node.ts'
import { topicToLevels } from './topic-tree.ts'

export interface MatchingFilter {
  readonly filter: string
  readonly routes: readonly RouteFact[]
}

/**
 * The subscribed filters that a message of a topic goes to, as far as routes are in the tree (MQTT 5.0 §4.7.1). A filter
 * selected as such finds itself.
 */
export function filtersMatching(root: TopicNode, topic: string): readonly MatchingFilter[] {
  const levels = topicToLevels(topic)
  const found: MatchingFilter[] = []
  const note = (node: TopicNode | undefined) => {
    if (node?.routes !== undefined) found.push({ filter: topicOf(node), routes: node.routes })
  }
  let reached: readonly TopicNode[] = [root]
  for (const [depth, level] of levels.entries()) {
    const isHidden = depth === 0 && topic.startsWith('$')
    const next: TopicNode[] = []
    for (const { children } of reached) {
      if (!isHidden && level !== '#') note(children?.get('#'))
      for (const wanted of new Set(isHidden ? [level] : [level, '+'])) {
        const child = children?.get(wanted)
        if (child !== undefined) next.push(child)
      }
    }
    reached = next
  }
  for (const node of reached) {
    note(node)
    // `a/#` is for `a` too.
    if (node.name !== '#') note(node.children?.get('#'))
  }
  return found
}
