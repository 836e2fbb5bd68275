import { subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { topicFilterFault } from '@brokerdeck/languages/topic.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { pageOfMany, toPage } from '../../http/page.ts'
import type { Cluster, Session, Subscription } from '../../mqtt/node/cluster.ts'
import { findSessions } from '../clients/sessions-of-node.ts'
import { toSubscription } from './subscription-json.ts'

type SubscriptionsApiDeps = Pieces<'cluster'>

interface FoundSubscription {
  readonly session: Session
  readonly one: Subscription
}

const toRow = ({ session, one }: FoundSubscription) => toSubscription(session, one)

export const subscriptionsApi = apiResource({
  endpoints: subscriptions,
  uses: ['cluster'],
  handlers: {
    list({ query }, call) {
      const { clientid, node, qos, topic, match_topic, share_group } = query
      if (match_topic?.startsWith('$share/') === true) {
        throw refusal(400, 'INVALID_PARAMETER', 'match_topic_invalid')
      }
      const sessions = findSessions(call, node, clientid)
      const isListed = ({ session, one }: FoundSubscription): boolean =>
        (clientid === undefined || session.clientid === clientid) &&
        (node === undefined || session.node === node) &&
        (qos === undefined || one.qos === qos) &&
        (share_group === undefined || one.group === share_group) &&
        // A shared subscription is found by its topic only together with its group, with or without prefix.
        (topic === undefined || (one.filter === topic && one.group === share_group))
      if (match_topic !== undefined) {
        const found = under(call, match_topic)
        return { status: 200, body: pageOfMany(filterListed(found, isListed), query, toRow) }
      }
      if (topic === undefined && qos === undefined && share_group === undefined)
        return {
          status: 200,
          body: pageOfMany(ofSessions(sessions), query, toRow, countSubscriptions(sessions)),
        }
      const found =
        topic === undefined ? ofSessions(sessions) : withSessions(call, call.cluster.subscriptionsTo(topic))
      return { status: 200, body: toPage([...filterListed(found, isListed)], query, toRow) }
    },
  },
})

function under(uses: SubscriptionsApiDeps, filter: string): Iterable<FoundSubscription> {
  if (topicFilterFault(filter) !== undefined) return []
  return withSessions(uses, uses.cluster.subscriptionsUnder(filter))
}

function* withSessions(
  { cluster }: SubscriptionsApiDeps,
  found: ReturnType<Cluster['subscriptionsTo']>,
): Iterable<FoundSubscription> {
  for (const { clientid, subscription } of found) {
    const session = cluster.session(clientid)
    if (session !== undefined) yield { session, one: subscription }
  }
}

function* ofSessions(sessions: readonly Session[]): Iterable<FoundSubscription> {
  for (const session of sessions) for (const one of session.subscriptions.values()) yield { session, one }
}

function* filterListed(
  all: Iterable<FoundSubscription>,
  isListed: (one: FoundSubscription) => boolean,
): Iterable<FoundSubscription> {
  for (const one of all) if (isListed(one)) yield one
}

function countSubscriptions(sessions: readonly Session[]): number {
  return sessions.reduce((sum, { subscriptions }) => sum + subscriptions.size, 0)
}
