import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import { parseShared, topicFilterFault } from '@brokerdeck/contract/topic.ts'
import type { clients } from '@brokerdeck/contract/traffic/clients.ts'
import type { Subscription as SubscriptionJson } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { Session, SubscriptionOptions } from '../../mqtt/cluster.ts'
import { clientNotFound } from './client-or-refuse.ts'

type Subscribe = ReceivedOf<typeof clients.subscribe>['body']

/** Says no before anything is changed. EMQX takes filters that can never match; here they are refused. */
export function checkSubscribe({ topic, nl }: Subscribe): void {
  if (topicFilterFault(topic) !== undefined) {
    throw refusal(400, 'INVALID_PARAMETER', `invalid_topic_filter: ${topic.slice(0, 200)}`)
  }
  if (parseShared(topic).group !== undefined && nl !== 0) {
    const message = 'Invalid Subscribe options: `no_local` not allowed for shared-sub. See [MQTT-3.8.3-4]'
    throw refusal(400, 'INVALID_PARAMETER', message)
  }
}

export function subscribe(
  { cluster }: Pieces<'cluster'>,
  session: Session,
  wanted: Subscribe,
): SubscriptionJson {
  const options: SubscriptionOptions = {
    qos: wanted.qos,
    nl: wanted.nl === 0 ? 0 : 1,
    rap: wanted.rap === 0 ? 0 : 1,
    rh: wanted.rh === 0 ? 0 : wanted.rh === 1 ? 1 : 2,
  }
  if (cluster.subscribe(session.clientid, wanted.topic, options) === 'no-such-client') throw clientNotFound()
  return { clientid: session.clientid, node: session.node, topic: wanted.topic, ...options }
}
