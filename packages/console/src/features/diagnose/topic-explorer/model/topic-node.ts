import type { RateWindow } from '#domain/mqtt-link/capture/rate-window.ts'
import type { TopicHistory } from './message-store.ts'

export const topicSources = ['routes', 'retained', 'capture'] as const
export type Source = (typeof topicSources)[number]
export const sourceBit: Readonly<Record<Source, number>> = { routes: 1, retained: 2, capture: 4 }

/** A filter that somebody subscribes to on a node. */
export interface RouteFact {
  readonly node: string
  /** Of a shared subscription; `$queue` for `$queue/…`. */
  readonly group: string | undefined
}

export interface RetainedFact {
  readonly qos: number
  readonly publishedAt: number
  readonly clientId: string
}

/** 0 is by name. Every other number is an order by activity, as it was when the number was first asked for. */
export type Order = number

/** Children in an order that stands still: who comes later does not move who is there. */
interface Arrangement {
  readonly order: Order
  list: readonly TopicNode[]
  pending: TopicNode[]
}

/** One level of a topic. Fields instead of methods: there may be 200,000 of them. */
export class TopicNode implements RateWindow {
  readonly id: number
  readonly name: string
  readonly parent: TopicNode | undefined
  /** 0 is the root, which is no level. */
  readonly depth: number
  children: Map<string, TopicNode> | undefined
  arranged: Arrangement | undefined
  isOpen = false
  /** Bits of the sources that name exactly this topic. */
  own = 0
  /** The same of the whole branch. */
  below = 0
  /** Topics of the branch, this one among them. */
  topics = 0
  /** Captured messages of the branch. */
  messages = 0
  bytes = 0
  slot = 0
  current = 0
  previous = 0
  routes: RouteFact[] | undefined
  retained: RetainedFact | undefined
  history: TopicHistory | undefined
  /** The search that found this topic, and the latest one that found something below it. */
  foundBy = 0
  foundBelowBy = 0

  constructor(id: number, name: string, parent: TopicNode | undefined) {
    this.id = id
    this.name = name
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
  }
}

/** The topic, or the beginning of topics, that a node stands for. */
export function buildNodeTopic(node: TopicNode): string {
  const levels: string[] = []
  for (let at = node; at.parent !== undefined; at = at.parent) levels.push(at.name)
  return levels.reverse().join('/')
}
