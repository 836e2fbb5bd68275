import type { Faults } from '../../runtime/faults.ts'
import type { AccessControl, Subject } from '../client/access.ts'
import type { Admit } from '../client/admit.ts'
import type { Deadlines } from '../limits/deadlines.ts'
import { createMessage, type MessageParts } from '../routing/message.ts'
import type { Publisher } from '../routing/publisher.ts'

export interface Will {
  /** The topic as the client wrote it. */
  readonly topic: string
  readonly parts: MessageParts
  readonly delaySeconds: number
}

interface WillsDeps {
  readonly publisher: Publisher
  readonly deadlines: Deadlines
  readonly now: () => number
  readonly access: AccessControl
  readonly admit: Admit
  readonly faults: Faults
}

interface WaitingWill {
  readonly will: Will
  readonly from: Subject
}

/**
 * Publishes will messages (MQTT 5 §3.1.2.5, §3.1.3.2.2). Like EMQX, publishes neither wills that are no longer
 * allowed nor wills of banned clients.
 */
export class Wills {
  readonly #publisher: Publisher
  readonly #deadlines: Deadlines
  readonly #now: () => number
  readonly #access: AccessControl
  readonly #admit: Admit
  readonly #faults: Faults
  readonly #waiting = new Map<string, WaitingWill>()

  constructor({ publisher, deadlines, now, access, admit, faults }: WillsDeps) {
    this.#faults = faults
    this.#access = access
    this.#admit = admit
    this.#publisher = publisher
    this.#deadlines = deadlines
    this.#now = now
  }

  /** Schedules a will. `session` is copied now: when its will is due, it may belong to another connection. */
  schedule(will: Will, session: Subject, delaySeconds: number): void {
    const from = toSubject(session)
    const { clientid } = from
    if (delaySeconds <= 0) {
      this.#publish({ will, from })
      return
    }
    this.#waiting.set(clientid, { will, from })
    this.#deadlines.set(`will:${clientid}`, this.#now() + delaySeconds * 1000, () => this.flush(clientid))
  }

  /** Cancels the will of a client that has reconnected in time. */
  cancel(clientid: string): void {
    this.#waiting.delete(clientid)
    this.#deadlines.delete(`will:${clientid}`)
  }

  /** Publishes the will without further delay, because the session ends. */
  flush(clientid: string): void {
    const waiting = this.#waiting.get(clientid)
    this.cancel(clientid)
    if (waiting !== undefined) this.#publish(waiting)
  }

  #publish({ will, from }: WaitingWill): void {
    const { clientid, username, ipAddress: peerhost } = from
    if (this.#admit({ clientid, username, peerhost }) === 'banned') return
    const { qos, retain } = will.parts
    const verdict = this.#access.authorize(from, { kind: 'publish', qos, retain }, will.topic)
    // An exception during the publication of a will must not reach the code that ends the connection.
    const publish = async () =>
      this.#publisher.publish(createMessage(will.parts, this.#now()), from.nodeContext, from)
    if (!(verdict instanceof Promise)) {
      if (verdict.permission === 'allow') this.#faults.watch('will', publish())
      return
    }
    const published = verdict.then(async ({ permission }) => {
      if (permission === 'allow') await publish()
    })
    this.#faults.watch('will', published)
  }
}

function toSubject(session: Subject): Subject {
  const { clientid, username, ipAddress, port, listener, protocolName, mountpoint } = session
  const { certificate, node, nodeContext, attributes, rights } = session
  return {
    clientid,
    username,
    ipAddress,
    port,
    listener,
    protocolName,
    mountpoint,
    certificate,
    node,
    nodeContext,
    attributes,
    rights,
  }
}
