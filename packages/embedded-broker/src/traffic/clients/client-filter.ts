import { isIP } from 'node:net'
import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import type { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Session } from '../../mqtt/cluster.ts'

export type ClientQuery = ReceivedOf<typeof clients.listByCursor>['query']

type Test = (session: Session) => boolean

/** What a session must be to be listed. */
export function clientFilter(query: ClientQuery): Test {
  if (query.ip_address !== undefined && isIP(query.ip_address) === 0) {
    const message = `the ip_address parameter expected type is ip, but the value is ${query.ip_address}`
    throw refusal(400, 'INVALID_PARAMETER', message)
  }
  const tests = [
    given(query.clientid, (ids) => (session) => ids.includes(session.clientid)),
    given(
      query.username,
      (names) => (session) => session.username !== undefined && names.includes(session.username),
    ),
    given(query.like_clientid, (part) => (session) => session.clientid.includes(part)),
    given(query.like_username, (part) => (session) => session.username?.includes(part) === true),
    given(query.ip_address, (address) => (session) => session.ipAddress === address),
    given(query.conn_state, (state) => (session) => connState(session) === state),
    given(query.clean_start, (isClean) => (session) => session.isCleanStart === isClean),
    given(query.proto_ver, (version) => (session) => session.protocolVersion === version),
    given(query.gte_created_at, (time) => (session) => session.createdAt >= time),
    given(query.lte_created_at, (time) => (session) => session.createdAt <= time),
    given(query.gte_connected_at, (time) => (session) => session.connectedAt >= time),
    given(query.lte_connected_at, (time) => (session) => session.connectedAt <= time),
  ].filter((test) => test !== undefined)
  return (session) => tests.every((test) => test(session))
}

/** Fuzzy lists are not counted. */
export function isFuzzy(query: ClientQuery): boolean {
  return query.like_clientid !== undefined || query.like_username !== undefined
}

/** A connection that has not finished CONNECT is no session here, so none is ever idle. */
const connState = (session: Session) => (session.isConnected ? 'connected' : 'disconnected')

function given<Value>(value: Value | undefined, toTest: (value: Value) => Test): Test | undefined {
  return value === undefined ? undefined : toTest(value)
}
