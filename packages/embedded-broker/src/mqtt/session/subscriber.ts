import type { NodeContext } from '../connection/node-context.ts'
import type { Subscription } from '../node/cluster.ts'
import type { Outgoing } from './outgoing.ts'

/** A receiver of messages: a session, connected or not. `deliver` returns a promise if the message is being stored. */
export interface Subscriber {
  readonly clientid: string
  readonly nodeContext: NodeContext
  readonly isConnected: boolean
  deliver(outgoing: Outgoing, subscription: Subscription): Promise<void> | undefined
}
