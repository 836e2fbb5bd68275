import type { RateWindow } from '#domain/mqtt-link/capture/rate-window.ts'
import type { TopicHistory } from './message-store.ts'

export const topicSources = ['routes', 'retained', 'capture'] as const
export type Source = (typeof topicSources)[number]
export const sourceBit: Readonly<Record<Source, number>> = { routes: 1, retained: 2, capture: 4 }

/** A filter that has subscribers on a node. */
export interface RouteFact {
  readonly node: string
  /** The group of a shared subscription; `$queue` for `$queue/…`. */
  readonly group: string | undefined
}

export interface RetainedFact {
  readonly qos: number
  readonly publishedAt: number
  readonly clientId: string
}

/**
 * An order of the tree: 0 sorts by name; every other number is an order by activity, fixed when the number was first
 * used.
 */
export type Order = number

/** Holds children in a fixed order: new children do not move the existing ones. */
interface Arrangement {
  readonly order: Order
  list: readonly TopicNode[]
  pending: TopicNode[]
}

/** One level of a topic. It has fields instead of methods, because there may be 200,000 nodes. */
export class TopicNode implements RateWindow {
  readonly id: number
  readonly name: string
  readonly parent: TopicNode | undefined
  /** The depth in the tree; 0 is the root, which is not a level. */
  readonly depth: number
  children: Map<string, TopicNode> | undefined
  arranged: Arrangement | undefined
  isOpen = false
  /** The bits of the sources that name exactly this topic. */
  own = 0
  /** The bits of the sources that name a topic of the branch. */
  below = 0
  /** The number of topics in the branch, including this topic. */
  topics = 0
  /** The number of captured messages in the branch. */
  messages = 0
  bytes = 0
  slot = 0
  current = 0
  previous = 0
  routes: RouteFact[] | undefined
  retained: RetainedFact | undefined
  history: TopicHistory | undefined
  /**
   * The id of the search that found this topic; `foundBelowBy` is that of the latest search that found a topic below
   * it.
   */
  foundBy = 0
  foundBelowBy = 0

  constructor(id: number, name: string, parent: TopicNode | undefined) {
    this.id = id
    this.name = name
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
  }
}

/** Returns the topic, or the beginning of topics, that a node stands for. */
export function buildNodeTopic(node: TopicNode): string {
  const levels: string[] = []
  for (let at = node; at.parent !== undefined; at = at.parent) levels.push(at.name)
  return levels.reverse().join('/')
}
