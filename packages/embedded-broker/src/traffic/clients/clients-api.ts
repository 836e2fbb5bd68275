import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { clients as contract } from '@brokerdeck/contract/traffic/clients.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { pageOf } from '../../http/page.ts'
import { toSubscription } from '../subscriptions/subscription-json.ts'
import { toCachedDecision } from './cached-decision-json.ts'
import { clientCursorMeta, cursorPage } from './client-cursor.ts'
import { clientFilter, isFuzzy } from './client-filter.ts'
import { toClient, toClientRow } from './client-json.ts'
import { clientOrRefuse } from './client-or-refuse.ts'
import { checkSubscribe, subscribe } from './client-subscribe.ts'
import { numberOrInfinity } from './number-or-infinity.ts'
import { inflightPosition, messagePage, queuePosition, toStoredMessage } from './session-messages.ts'
import { sessionsOf } from './sessions-of-node.ts'

export const clients: Handlers<typeof contract, ApiCall> = {
  list({ query }, { world }) {
    const matches = clientFilter(query)
    const found = sessionsOf(world, query.node).filter(matches)
    const body = pageOf(found, query, (session) => toClientRow(session, query.fields), !isFuzzy(query))
    return { status: 200, body }
  },

  listByCursor({ query }, { world }) {
    const found = sessionsOf(world, undefined).filter(clientFilter(query))
    const { page, next } = cursorPage(found, query.cursor, query.limit)
    return { status: 200, body: { data: page.map(toClient), meta: clientCursorMeta(page.length, next) } }
  },

  get({ params }, { world }) {
    return { status: 200, body: toClient(clientOrRefuse(world, params.clientid)) }
  },

  kick({ params }, { world }) {
    const { clientid } = clientOrRefuse(world, params.clientid)
    world.cluster.kick(clientid)
    return { status: 204, body: undefined }
  },

  kickMany({ body }, { world }) {
    for (const clientid of body) world.cluster.kick(clientid)
    return { status: 204, body: undefined }
  },

  subscriptions({ params }, { world }) {
    const session = clientOrRefuse(world, params.clientid)
    const body = [...session.subscriptions.values()].map((one) => toSubscription(session, one))
    return { status: 200, body }
  },

  subscribe({ params, body }, { world }) {
    const session = clientOrRefuse(world, params.clientid)
    checkSubscribe(body)
    return { status: 200, body: subscribe(world, session, body) }
  },

  subscribeMany({ params, body }, { world }) {
    const session = clientOrRefuse(world, params.clientid)
    for (const one of body) checkSubscribe(one)
    return { status: 200, body: body.map((one) => subscribe(world, session, one)) }
  },

  unsubscribe({ params, body }, { world }) {
    const { clientid } = clientOrRefuse(world, params.clientid)
    world.cluster.unsubscribe(clientid, body.topic)
    return { status: 204, body: undefined }
  },

  unsubscribeMany({ params, body }, { world }) {
    const { clientid } = clientOrRefuse(world, params.clientid)
    for (const { topic } of body) world.cluster.unsubscribe(clientid, topic)
    return { status: 204, body: undefined }
  },

  mqueueMessages({ params, query }, { world }) {
    const session = clientOrRefuse(world, params.clientid)
    const { page, meta } = messagePage(session.mqueue(), queuePosition, query)
    const data = page.map((one) => ({
      ...toStoredMessage(one, query.payload),
      mqueue_priority: numberOrInfinity(one.stored.priority),
    }))
    return { status: 200, body: { meta, data } }
  },

  inflightMessages({ params, query }, { world }) {
    const session = clientOrRefuse(world, params.clientid)
    const { page, meta } = messagePage(session.inflight(), inflightPosition, query)
    return { status: 200, body: { meta, data: page.map((one) => toStoredMessage(one, query.payload)) } }
  },

  authorizationCache({ params }, { world }) {
    const session = clientOrRefuse(world, params.clientid)
    return { status: 200, body: world.authorization.remembered(session).map(toCachedDecision) }
  },

  cleanAuthorizationCache({ params }, { world }) {
    world.authorization.forget(clientOrRefuse(world, params.clientid))
    return { status: 204, body: undefined }
  },

  setKeepalive({ params, body }, { world }) {
    const session = clientOrRefuse(world, params.clientid)
    world.cluster.setKeepalive(session.clientid, body.interval)
    return { status: 200, body: toClient(session) }
  },

  /** Sessions that ended are not remembered, so `since` adds none. */
  sessionsCount(_received, { world }) {
    return { status: 200, body: sessionsOf(world, undefined).length }
  },
}
