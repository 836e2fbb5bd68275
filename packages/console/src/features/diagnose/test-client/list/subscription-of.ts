import { parseShared, topicMatches } from '@brokerdeck/contract/topic.ts'
import type { TestSubscription } from '../connection/connection-facts.ts'

/** The first one that asks for the topic. */
export function subscriptionOf(
  topic: string,
  subscriptions: readonly TestSubscription[],
): TestSubscription | undefined {
  return subscriptions.find(
    ({ filter, isMuted }) => !isMuted && topicMatches(parseShared(filter).filter, topic),
  )
}
