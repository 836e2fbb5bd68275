import type { Message } from './cluster.ts'
import type { Deadlines } from './deadlines.ts'
import type { Home } from './home.ts'
import { createMessage, type MessageParts } from './message.ts'
import type { Publisher } from './publisher.ts'

export interface Will {
  readonly parts: MessageParts
  readonly delaySeconds: number
}

interface Waiting {
  readonly will: Will
  readonly home: Home
}

/** Will messages (MQTT 5 §3.1.2.5, §3.1.3.2.2). */
export class Wills {
  readonly #publisher: Publisher
  readonly #deadlines: Deadlines
  readonly #now: () => number
  readonly #waiting = new Map<string, Waiting>()

  constructor(publisher: Publisher, deadlines: Deadlines, now: () => number) {
    this.#publisher = publisher
    this.#deadlines = deadlines
    this.#now = now
  }

  schedule(clientid: string, will: Will, home: Home, delaySeconds: number): void {
    if (delaySeconds <= 0) {
      this.#publish({ will, home })
      return
    }
    this.#waiting.set(clientid, { will, home })
    this.#deadlines.set(`will:${clientid}`, this.#now() + delaySeconds * 1000, () => this.flush(clientid))
  }

  /** The client is back in time. */
  cancel(clientid: string): void {
    this.#waiting.delete(clientid)
    this.#deadlines.delete(`will:${clientid}`)
  }

  /** The session is at its end: the delay is over. */
  flush(clientid: string): void {
    const waiting = this.#waiting.get(clientid)
    this.cancel(clientid)
    if (waiting !== undefined) this.#publish(waiting)
  }

  #publish({ will, home }: Waiting): Message {
    const message = createMessage(will.parts, this.#now())
    this.#publisher.publish(message, home)
    return message
  }
}
