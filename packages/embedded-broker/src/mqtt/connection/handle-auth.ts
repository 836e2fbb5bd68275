import type { IAuthPacket } from 'mqtt-packet'
import { reasons } from '../client/reason.ts'
import type { MqttSession } from '../session/session.ts'
import { authenticateClient } from './authenticate-client.ts'
import type { ConnectionContext } from './connection-context.ts'
import { toRights } from './to-rights.ts'

const noData = Buffer.alloc(0)

/** Handles the client's part of enhanced authentication, while it connects or again later (MQTT 5 §3.15, §4.12.1). */
export function handleAuth(connection: ConnectionContext, packet: IAuthPacket): void {
  const { credentials, session, dialogue } = connection
  const { authenticationMethod, authenticationData = noData } = packet.properties ?? {}
  // MQTT-4.12.0-5, -7
  if (credentials?.method === undefined || authenticationMethod !== credentials.method) {
    connection.fail(reasons.protocolError)
  } else if (packet.reasonCode === 0x18 && dialogue !== undefined) dialogue(authenticationData)
  else if (packet.reasonCode === 0x19 && dialogue === undefined && session !== undefined) {
    authenticateAgain(connection, session, authenticationData)
  } else connection.fail(reasons.protocolError)
}

function authenticateAgain(connection: ConnectionContext, session: MqttSession, data: Buffer): void {
  const { credentials, nodeContext } = connection
  if (credentials === undefined) return
  nodeContext.metrics.count('client.authenticate')
  authenticateClient(connection, { ...credentials, data }, (answer) => {
    if (answer.kind === 'refuse') {
      nodeContext.metrics.count('authentication.failure')
      connection.fail({ code: answer.code, word: 'not_authorized' })
      return
    }
    nodeContext.metrics.count('authentication.success')
    session.details.rights = toRights(answer)
    const { method: authenticationMethod = '' } = credentials
    const said = answer.data === undefined ? {} : { authenticationData: answer.data }
    connection.wire.send({ cmd: 'auth', reasonCode: 0, properties: { authenticationMethod, ...said } })
  })
}
