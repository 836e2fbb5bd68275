import type { MqttClient } from 'mqtt'
import type { Sighting } from './watch-attempt.ts'

interface Question {
  readonly properties?: { readonly authenticationData?: Uint8Array }
}

/** The handler as the library calls it, although the library's types only declare Node's bytes. */
interface AuthPacketHandler {
  handleAuth(packet: Question, done: (error?: Error, answer?: object) => void): void
}

const goOn = 0x18

/** Responds to each AUTH of the broker with the attempt's authentication (MQTT 5 §3.15). */
export function answerQuestions(client: MqttClient, sighting: Sighting): void {
  const asked: AuthPacketHandler = client
  asked.handleAuth = ({ properties }, done) => {
    const { authentication } = sighting
    if (authentication === undefined) return done()
    // The attempt may have ended by then, and another attempt may have started.
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
