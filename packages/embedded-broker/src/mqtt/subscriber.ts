import type { Subscription } from './cluster.ts'
import type { Home } from './home.ts'
import type { Outgoing } from './outgoing.ts'

/** Who takes messages: a session, connected or not. A promise means that the message is being stored. */
export interface Subscriber {
  readonly clientid: string
  readonly home: Home
  readonly isConnected: boolean
  deliver(outgoing: Outgoing, subscription: Subscription): Promise<void> | undefined
}
