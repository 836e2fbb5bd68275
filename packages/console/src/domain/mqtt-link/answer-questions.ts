import type { MqttClient } from 'mqtt'
import type { Sighting } from './watch-attempt.ts'

interface Question {
  readonly properties?: { readonly authenticationData?: Uint8Array }
}

/** As the library takes it, though it only says so of Node's bytes. */
interface AuthPacketHandler {
  handleAuth(packet: Question, done: (error?: Error, answer?: object) => void): void
}

const goOn = 0x18

/** Lets the authentication of the attempt answer each AUTH of the broker (MQTT 5 §3.15). */
export function answerQuestions(client: MqttClient, sighting: Sighting): void {
  const asked: AuthPacketHandler = client
  asked.handleAuth = ({ properties }, done) => {
    const { authentication } = sighting
    if (authentication === undefined) return done()
    // The attempt may be over by then, and another one on its way.
    const isOver = () => authentication !== sighting.authentication || client.disconnecting
    authentication.answer(properties?.authenticationData ?? new Uint8Array()).then(
      (answer) => {
        if (isOver()) return
        const { method: authenticationMethod } = authentication
        if (answer.kind === 'fault') {
          sighting.giveUp(authenticationMethod, answer.fault)
          done(new Error(answer.fault.kind))
          return
        }
        const said = { authenticationMethod, authenticationData: answer.data }
        done(undefined, { cmd: 'auth', reasonCode: goOn, properties: said })
      },
      (error: unknown) => !isOver() && done(error instanceof Error ? error : new Error(String(error))),
    )
  }
}
