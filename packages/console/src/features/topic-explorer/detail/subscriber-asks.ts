import type { SelectedTopic } from '../engine/explorer-event.ts'

/** `GET /subscriptions` finds a shared filter only together with its group. */
export interface SubscriberAsk {
  readonly topic: string
  readonly share_group?: string
}

/** Each is a question to every node. */
export const mostAsked = 20

/** The exact questions that find whoever receives a topic: `match_topic` would look at every subscription there is. */
export function subscriberAsks(
  topic: string,
  filters: SelectedTopic['filters'],
  isWhole: boolean,
): { readonly asks: readonly SubscriberAsk[]; readonly isCut: boolean } {
  const asks = new Map<string, SubscriberAsk>()
  const add = (filter: string, group: string | undefined) =>
    asks.set(JSON.stringify([filter, group]), {
      topic: filter,
      ...(group === undefined ? {} : { share_group: group }),
    })
  // Of what is not loaded, the topic itself can be asked for all the same.
  if (!isWhole) add(topic, undefined)
  for (const { filter, routes } of filters) for (const { group } of routes) add(filter, group)
  return { asks: [...asks.values()].slice(0, mostAsked), isCut: asks.size > mostAsked }
}
