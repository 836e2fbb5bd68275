import type { IAuthPacket } from 'mqtt-packet'
import { authenticateClient } from './authenticate-client.ts'
import type { Conversation } from './conversation.ts'
import { reasons } from './reason.ts'
import type { MqttSession } from './session.ts'
import { toRights } from './to-rights.ts'

const noData = Buffer.alloc(0)

/** MQTT 5 §3.15: the client's part of enhanced authentication, while it connects or again later (§4.12.1). */
export function handleAuth(talk: Conversation, packet: IAuthPacket): void {
  const { credentials, session, dialogue } = talk
  const { authenticationMethod, authenticationData = noData } = packet.properties ?? {}
  // MQTT-4.12.0-5, -7
  if (credentials?.method === undefined || authenticationMethod !== credentials.method) {
    talk.fail(reasons.protocolError)
  } else if (packet.reasonCode === 0x18 && dialogue !== undefined) dialogue(authenticationData)
  else if (packet.reasonCode === 0x19 && dialogue === undefined && session !== undefined) {
    authenticateAgain(talk, session, authenticationData)
  } else talk.fail(reasons.protocolError)
}

function authenticateAgain(talk: Conversation, session: MqttSession, data: Buffer): void {
  const { credentials, home } = talk
  if (credentials === undefined) return
  home.metrics.count('client.authenticate')
  authenticateClient(talk, { ...credentials, data }, (answer) => {
    if (answer.kind === 'refuse') {
      home.metrics.count('authentication.failure')
      talk.fail({ code: answer.code, word: 'not_authorized' })
      return
    }
    home.metrics.count('authentication.success')
    session.details.rights = toRights(answer)
    const { method: authenticationMethod = '' } = credentials
    const said = answer.data === undefined ? {} : { authenticationData: answer.data }
    talk.wire.send({ cmd: 'auth', reasonCode: 0, properties: { authenticationMethod, ...said } })
  })
}
