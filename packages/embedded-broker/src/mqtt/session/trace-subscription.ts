import type { TraceEvent } from '../events/tracing.ts'
import type { Session, Subscription } from '../node/cluster.ts'

function toOptions({ nl, qos, rap, rh, subscriptionIdentifier: id }: Subscription) {
  return { nl, qos, rap, rh, sub_props: id === undefined ? {} : { 'Subscription-Identifier': id } }
}

export function subscribing(who: Session, subscription: Subscription): TraceEvent {
  return {
    who,
    tag: 'SUBSCRIBE',
    msg: 'subscribe',
    topic: subscription.topic,
    meta: { sub_id: who.clientid, sub_opts: toOptions(subscription) },
  }
}

export function unsubscribing(who: Session, subscription: Subscription): TraceEvent {
  return {
    who,
    tag: 'UNSUBSCRIBE',
    msg: 'unsubscribe',
    topic: subscription.topic,
    meta: { sub_opts: { ...toOptions(subscription), subid: who.clientid } },
  }
}
