import type { CachedDecision } from '@brokerdeck/contract/traffic/clients.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import type { Remembered } from '../../access/authorization/decision-cache.ts'
import { acts } from '../../http/acts.ts'
import { pageOf } from '../../http/page.ts'
import { toSubscription } from '../subscriptions/subscription-json.ts'
import { clientCursorMeta, cursorPage } from './client-cursor.ts'
import { clientFilter, isFuzzy } from './client-filter.ts'
import { toClient, toClientRow } from './client-json.ts'
import { clientOrRefuse } from './client-or-refuse.ts'
import { checkSubscribe, subscribe } from './client-subscribe.ts'
import { numberOrInfinity } from './number-or-infinity.ts'
import { inflightPosition, messagePage, queuePosition, toStoredMessage } from './session-messages.ts'
import { sessionsOf } from './sessions-of-node.ts'

function toCachedDecision({ action, topic, qos, retain, permission, at }: Remembered): CachedDecision {
  const access =
    action === 'publish' ? ({ action_type: action, qos, retain } as const) : { action_type: action, qos }
  return { access, result: permission, topic, updated_time: at }
}

export const clientsApi = acts({
  endpoints: clients,
  uses: ['authorization', 'cluster'],
  handlers: {
    list({ query }, call) {
      const matches = clientFilter(query)
      const found = sessionsOf(call, query.node).filter(matches)
      const body = pageOf(found, query, (session) => toClientRow(session, query.fields), !isFuzzy(query))
      return { status: 200, body }
    },

    listByCursor({ query }, call) {
      const found = sessionsOf(call, undefined).filter(clientFilter(query))
      const { page, next } = cursorPage(found, query.cursor, query.limit)
      return { status: 200, body: { data: page.map(toClient), meta: clientCursorMeta(page.length, next) } }
    },

    get({ params }, call) {
      return { status: 200, body: toClient(clientOrRefuse(call, params.clientid)) }
    },

    kick({ params }, call) {
      const { clientid } = clientOrRefuse(call, params.clientid)
      call.cluster.kick(clientid)
      return { status: 204, body: undefined }
    },

    kickMany({ body }, { cluster }) {
      for (const clientid of body) cluster.kick(clientid)
      return { status: 204, body: undefined }
    },

    subscriptions({ params }, call) {
      const session = clientOrRefuse(call, params.clientid)
      const body = [...session.subscriptions.values()].map((one) => toSubscription(session, one))
      return { status: 200, body }
    },

    subscribe({ params, body }, call) {
      const session = clientOrRefuse(call, params.clientid)
      checkSubscribe(body)
      return { status: 200, body: subscribe(call, session, body) }
    },

    subscribeMany({ params, body }, call) {
      const session = clientOrRefuse(call, params.clientid)
      for (const one of body) checkSubscribe(one)
      return { status: 200, body: body.map((one) => subscribe(call, session, one)) }
    },

    unsubscribe({ params, body }, call) {
      const { clientid } = clientOrRefuse(call, params.clientid)
      call.cluster.unsubscribe(clientid, body.topic)
      return { status: 204, body: undefined }
    },

    unsubscribeMany({ params, body }, call) {
      const { clientid } = clientOrRefuse(call, params.clientid)
      for (const { topic } of body) call.cluster.unsubscribe(clientid, topic)
      return { status: 204, body: undefined }
    },

    mqueueMessages({ params, query }, call) {
      const session = clientOrRefuse(call, params.clientid)
      const { page, meta } = messagePage(session.mqueue(), queuePosition, query)
      const data = page.map((one) => ({
        ...toStoredMessage(one, query.payload),
        mqueue_priority: numberOrInfinity(one.stored.priority),
      }))
      return { status: 200, body: { meta, data } }
    },

    inflightMessages({ params, query }, call) {
      const session = clientOrRefuse(call, params.clientid)
      const { page, meta } = messagePage(session.inflight(), inflightPosition, query)
      return { status: 200, body: { meta, data: page.map((one) => toStoredMessage(one, query.payload)) } }
    },

    authorizationCache({ params }, call) {
      const session = clientOrRefuse(call, params.clientid)
      return { status: 200, body: call.authorization.remembered(session).map(toCachedDecision) }
    },

    cleanAuthorizationCache({ params }, call) {
      call.authorization.forget(clientOrRefuse(call, params.clientid))
      return { status: 204, body: undefined }
    },

    setKeepalive({ params, body }, call) {
      const session = clientOrRefuse(call, params.clientid)
      call.cluster.setKeepalive(session.clientid, body.interval)
      return { status: 200, body: toClient(session) }
    },

    /** Sessions that ended are not remembered, so `since` adds none. */
    sessionsCount(_received, call) {
      return { status: 200, body: sessionsOf(call, undefined).length }
    },
  },
})
