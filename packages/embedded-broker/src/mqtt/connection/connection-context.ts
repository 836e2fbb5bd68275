import type { ListenerSettings } from '../../listen/listener-settings.ts'
import type { Credentials } from '../client/access.ts'
import type { Reason } from '../client/reason.ts'
import type { Peer } from '../events/client-events.ts'
import type { AckQueue } from '../session/ack-queue.ts'
import type { Link } from '../session/link.ts'
import type { MqttSession } from '../session/session.ts'
import type { Will } from '../session/wills.ts'
import type { BrokerServices } from './broker-services.ts'
import type { NodeContext } from './node-context.ts'
import type { Wire } from './wire.ts'

/** Where a connection comes from, and what its listener said when it came. */
export interface Caller extends Peer {
  readonly settings: ListenerSettings
}

/** One connection as the handlers of its packets see it. */
export interface ConnectionContext {
  readonly core: BrokerServices
  readonly nodeContext: NodeContext
  readonly wire: Wire
  readonly peer: Caller
  readonly link: Link
  readonly acks: AckQueue
  /** Topic aliases the client has given (MQTT 5 §3.3.2.3.4). */
  readonly aliases: Map<number, string>
  session: MqttSession | undefined
  will: Will | undefined
  /** As its CONNECT gave them, without the password. */
  credentials: Credentials | undefined
  /** Takes the client's next word while enhanced authentication is under way. */
  dialogue: ((data: Buffer) => void) | undefined
  /** Nothing may be sent or done for it any more. */
  readonly isOver: boolean
  /** Does a piece of its work, and ends it where that throws. */
  contain(work: () => void): void
  /** Ends it, telling an MQTT 5 client why. */
  fail(reason: Reason): void
  /** The client has said goodbye, or its stream is gone. */
  leave(reason: Reason): void
}
