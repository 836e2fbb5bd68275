import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import type { CursorMeta } from '@brokerdeck/contract/paging.ts'
import type { CachedDecision } from '@brokerdeck/contract/traffic/clients.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import type { Subscription as SubscriptionJson } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { parseShared, topicFilterFault } from '@brokerdeck/languages/topic.ts'
import type { Remembered } from '../../access/authorization/decision-cache.ts'
import { type ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import type { Session, SubscriptionOptions } from '../../mqtt/node/cluster.ts'
import { toSubscription } from '../subscriptions/subscription-json.ts'
import { toClient, toClientRow } from './client-json.ts'
import { numberOrInfinity } from './number-or-infinity.ts'
import { inflightPosition, messagePage, queuePosition, toStoredMessage } from './session-messages.ts'
import { findSessions } from './sessions-of-node.ts'

const digests = new WeakMap<Session, string>()

const shape = /^(\d{15})-([0-9a-f]{16})$/

/** A connection that has not completed CONNECT has no session here, so no session is ever idle. */
const connState = (session: Session) => (session.isConnected ? 'connected' : 'disconnected')

const clientNotFound = (): ApiRefusal => refusal(404, 'CLIENTID_NOT_FOUND', 'Client ID not found')

function toCachedDecision({ action, topic, qos, retain, permission, at }: Remembered): CachedDecision {
  const access =
    action === 'publish' ? ({ action_type: action, qos, retain } as const) : { action_type: action, qos }
  return { access, result: permission, topic, updated_time: at }
}

export const clientsApi = apiResource({
  endpoints: clients,
  uses: ['authorization', 'cluster'],
  handlers: {
    list({ query }, call) {
      const matches = clientFilter(query)
      const found = findSessions(call, query.node).filter(matches)
      const body = toPage(found, query, (session) => toClientRow(session, query.fields), !isFuzzy(query))
      return { status: 200, body }
    },

    listByCursor({ query }, call) {
      const found = findSessions(call, undefined).filter(clientFilter(query))
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
      return { status: 200, body: call.authorization.listRemembered(session).map(toCachedDecision) }
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

    /** Ended sessions are not remembered, so `since` adds none. */
    sessionsCount(_received, call) {
      return { status: 200, body: findSessions(call, undefined).length }
    },
  },
})

type Subscribe = ReceivedOf<typeof clients.subscribe>['body']

/** Throws before anything is changed. EMQX accepts topic filters that can never match; here they are refused. */
function checkSubscribe({ topic, nl }: Subscribe): void {
  if (topicFilterFault(topic) !== undefined) {
    throw refusal(400, 'INVALID_PARAMETER', `invalid_topic_filter: ${topic.slice(0, 200)}`)
  }
  if (parseShared(topic).group !== undefined && nl !== 0) {
    const message = 'Invalid Subscribe options: `no_local` not allowed for shared-sub. See [MQTT-3.8.3-4]'
    throw refusal(400, 'INVALID_PARAMETER', message)
  }
}

function subscribe({ cluster }: Pieces<'cluster'>, session: Session, wanted: Subscribe): SubscriptionJson {
  const options: SubscriptionOptions = {
    qos: wanted.qos,
    nl: wanted.nl === 0 ? 0 : 1,
    rap: wanted.rap === 0 ? 0 : 1,
    rh: wanted.rh === 0 ? 0 : wanted.rh === 1 ? 1 : 2,
  }
  if (cluster.subscribe(session.clientid, wanted.topic, options) === 'no-such-client') throw clientNotFound()
  return { clientid: session.clientid, node: session.node, topic: wanted.topic, ...options }
}

function clientOrRefuse({ cluster }: Pieces<'cluster'>, clientid: string): Session {
  const session = cluster.session(clientid)
  if (session === undefined) throw clientNotFound()
  return session
}

type ClientQuery = ReceivedOf<typeof clients.listByCursor>['query']

type Test = (session: Session) => boolean

/** Returns the test for the sessions of a list. */
function clientFilter(query: ClientQuery): Test {
  if (query.ip_address !== undefined && isIP(query.ip_address) === 0) {
    const message = `the ip_address parameter expected type is ip, but the value is ${query.ip_address}`
    throw refusal(400, 'INVALID_PARAMETER', message)
  }
  const tests = [
    toTestOrNone(query.clientid, (ids) => (session) => ids.includes(session.clientid)),
    toTestOrNone(
      query.username,
      (names) => (session) => session.username !== undefined && names.includes(session.username),
    ),
    toTestOrNone(query.like_clientid, (part) => (session) => session.clientid.includes(part)),
    toTestOrNone(query.like_username, (part) => (session) => session.username?.includes(part) === true),
    toTestOrNone(query.ip_address, (address) => (session) => session.ipAddress === address),
    toTestOrNone(query.conn_state, (state) => (session) => connState(session) === state),
    toTestOrNone(query.clean_start, (isClean) => (session) => session.isCleanStart === isClean),
    toTestOrNone(query.proto_ver, (version) => (session) => session.protocolVersion === version),
    toTestOrNone(query.gte_created_at, (time) => (session) => session.createdAt >= time),
    toTestOrNone(query.lte_created_at, (time) => (session) => session.createdAt <= time),
    toTestOrNone(query.gte_connected_at, (time) => (session) => session.connectedAt >= time),
    toTestOrNone(query.lte_connected_at, (time) => (session) => session.connectedAt <= time),
  ].filter((test) => test !== undefined)
  return (session) => tests.every((test) => test(session))
}

/** Lists with a fuzzy filter are not counted. */
function isFuzzy(query: ClientQuery): boolean {
  return query.like_clientid !== undefined || query.like_username !== undefined
}

function toTestOrNone<Value>(value: Value | undefined, toTest: (value: Value) => Test): Test | undefined {
  return value === undefined ? undefined : toTest(value)
}

/**
 * The position of a session in the list: sorted by creation, so that new sessions come at the end while a client
 * pages through.
 */
interface ListCursor {
  readonly createdAt: number
  readonly digest: string
}

/** Returns a digest of the client id: a client id may have 64 KB, and the cursor is part of the URL. */
function toDigest(session: Session): string {
  let digest = digests.get(session)
  if (digest === undefined) {
    digest = createHash('sha256').update(session.clientid).digest('hex').slice(0, 16)
    digests.set(session, digest)
  }
  return digest
}

/** Returns at most `limit` sessions after the cursor, and the cursor of the next page if there is one. */
function cursorPage(
  sessions: readonly Session[],
  cursor: string | undefined,
  limit: number,
): { readonly page: Session[]; readonly next: string | undefined } {
  const place = cursor === undefined ? undefined : parseCursor(cursor)
  const rest = place === undefined ? [...sessions] : sessions.filter((session) => isAfter(session, place))
  // Digests are computed only for equal times: for all sessions they would cost more than the page.
  rest.sort((a, b) => a.createdAt - b.createdAt || (toDigest(a) < toDigest(b) ? -1 : 1))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next = rest.length > limit && last !== undefined ? printCursor(last) : undefined
  return { page, next }
}

function isAfter(session: Session, { createdAt, digest }: ListCursor): boolean {
  return session.createdAt > createdAt || (session.createdAt === createdAt && toDigest(session) > digest)
}

function printCursor(session: Session): string {
  const time = String(session.createdAt).padStart(15, '0')
  return Buffer.from(`${time}-${toDigest(session)}`).toString('base64url')
}

function parseCursor(cursor: string): ListCursor {
  const [, time, digest] = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (time === undefined || digest === undefined) throw refusal(400, 'BAD_REQUEST', 'bad cursor')
  return { createdAt: Number(time), digest }
}

/** Returns the metadata; a missing cursor means that no further page follows. */
function clientCursorMeta(count: number, next: string | undefined): CursorMeta {
  return next === undefined ? { count } : { count, cursor: next }
}
