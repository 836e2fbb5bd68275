import type { Topic } from '@brokerdeck/contract/traffic/topics.ts'
import { parseShared, topicMatches } from '@brokerdeck/languages/topic.ts'

/** The query for subscribers; `GET /subscriptions` finds a shared filter only together with its group. */
export interface SubscriberAsk {
  readonly topic: string
  readonly share_group?: string
}

/** The maximum number of queries, each of which asks every node. */
export const mostAsked = 50

export interface SubscriberAsks {
  readonly asks: readonly SubscriberAsk[]
  /** True if more filters match the topic than are queried. */
  readonly isCut: boolean
}

interface RoutedFilter {
  readonly filter: string
  readonly group: string | undefined
}

/** Returns the query that finds exactly the subscriptions of a filter as a client writes it. */
export function toSubscriberAsk({ filter, group }: RoutedFilter): SubscriberAsk {
  return group === undefined ? { topic: filter } : { topic: filter, share_group: group }
}

/**
 * Returns the exact queries that find the receivers of a topic: `match_topic` filters the subscribed filters, so it
 * finds none of the filters that match a topic.
 */
export function subscriberAsks(filters: Iterable<RoutedFilter>): SubscriberAsks {
  const asks = new Map<string, SubscriberAsk>()
  for (const one of filters) asks.set(JSON.stringify([one.filter, one.group]), toSubscriberAsk(one))
  return { asks: [...asks.values()].slice(0, mostAsked), isCut: asks.size > mostAsked }
}

/** Returns the filters, among the broker's routes, to which a message of the topic is sent. */
export function coveringFilters(routes: Iterable<Topic>, topic: string): readonly RoutedFilter[] {
  const found: RoutedFilter[] = []
  for (const route of routes) {
    const { filter, group } = parseShared(route.topic)
    if (topicMatches(filter, topic)) found.push({ filter, group })
  }
  return found
}
