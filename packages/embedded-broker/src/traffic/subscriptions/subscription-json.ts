import type { Subscription as SubscriptionJson } from '@brokerdeck/contract/traffic/subscriptions.ts'
import type { Session, Subscription } from '../../mqtt/node/cluster.ts'

export function toSubscription(session: Session, subscription: Subscription): SubscriptionJson {
  const { topic, qos, nl, rap, rh } = subscription
  return { clientid: session.clientid, node: session.node, topic, qos, nl, rap, rh, durable: false }
}
