import type { AuthnAnswer, Credentials, Granted, Pending, Refused } from '../client/access.ts'
import type { ConnectionContext } from './connection-context.ts'

type Settled = Granted | Refused

const noSuchMethod: Refused = { kind: 'refuse', code: 0x8c }
const unavailable: Refused = { kind: 'refuse', code: 0x88 }
const notAuthorized: Refused = { kind: 'refuse', code: 0x87 }

function ask({ core, peer }: ConnectionContext, credentials: Credentials): Pending {
  const { authentication } = peer.settings
  if (authentication === false) return { kind: 'allow', isAnonymous: true }
  if (authentication === 'quick_deny_anonymous' && (credentials.username ?? '') === '') return notAuthorized
  return core.access.authenticate(credentials)
}

/**
 * Authenticates a client. Meanwhile its packets wait, and a client that leaves is forgotten. With enhanced
 * authentication, client and broker exchange data in between (MQTT 5 §4.12).
 */
export function authenticateClient(
  connection: ConnectionContext,
  credentials: Credentials,
  settle: (answer: Settled) => void,
): void {
  const { method } = credentials

  function take(answer: AuthnAnswer): void {
    if (connection.isOver) return
    connection.wire.releaseInput()
    if (answer.kind === 'refuse') settle(answer)
    // No authenticator knows the method (MQTT-4.12.0-1).
    else if (method !== undefined && answer.kind === 'allow' && answer.isAnonymous === true)
      settle(noSuchMethod)
    else if (answer.kind === 'allow') settle(answer)
    else {
      connection.dialogue = (data) => follow(() => answer.answer(data))
      const properties = { authenticationMethod: method ?? '', authenticationData: answer.data }
      connection.wire.send({ cmd: 'auth', reasonCode: 0x18, properties })
    }
  }

  function follow(next: () => Pending): void {
    connection.dialogue = undefined
    const answer = next()
    if (!(answer instanceof Promise)) {
      take(answer)
      return
    }
    connection.wire.holdInput()
    const takeLater = (one: AuthnAnswer) => connection.contain(() => take(one))
    answer.then(takeLater, () => takeLater(unavailable))
  }

  follow(() => ask(connection, credentials))
}
