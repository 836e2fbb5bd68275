import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { subscriptions as contract } from '@brokerdeck/contract/subscriptions.ts'
import type { ApiCall } from '../http/api-call.ts'
import { refusal } from '../http/api-refusal.ts'
import { filterCovers } from './filter-covers.ts'
import { pageOf } from './page.ts'
import { sessionsOf } from './sessions-of-node.ts'
import { toSubscription } from './subscription-json.ts'

export const subscriptions: Handlers<typeof contract, ApiCall> = {
  list({ query }, { world }) {
    const { clientid, qos, topic, match_topic, share_group } = query
    if (match_topic?.startsWith('$share/') === true) {
      throw refusal(400, 'INVALID_PARAMETER', 'match_topic_invalid')
    }
    const found = sessionsOf(world, query.node)
      .filter((session) => clientid === undefined || session.clientid === clientid)
      .flatMap((session) => [...session.subscriptions.values()].map((one) => ({ session, one })))
      .filter(
        ({ one }) =>
          (qos === undefined || one.qos === qos) &&
          (share_group === undefined || one.group === share_group) &&
          // Without its group a shared subscription is not found by its topic, with or without prefix.
          (topic === undefined || (one.filter === topic && one.group === share_group)) &&
          (match_topic === undefined || filterCovers(match_topic, one.filter)),
      )
    const body = pageOf(
      found,
      query,
      ({ session, one }) => toSubscription(session, one),
      match_topic === undefined,
    )
    return { status: 200, body }
  },
}
