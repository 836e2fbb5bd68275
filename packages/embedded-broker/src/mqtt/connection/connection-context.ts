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

/** The origin of a connection, with the settings of its listener at the time of the connection. */
export interface Caller extends Peer {
  readonly settings: ListenerSettings
}

/** A connection as the handlers of its packets see it. */
export interface ConnectionContext {
  readonly core: BrokerServices
  readonly nodeContext: NodeContext
  readonly wire: Wire
  readonly peer: Caller
  readonly link: Link
  readonly acks: AckQueue
  /** The topic aliases that the client has set (MQTT 5 §3.3.2.3.4). */
  readonly aliases: Map<number, string>
  session: MqttSession | undefined
  will: Will | undefined
  /** The credentials of the CONNECT, without the password. */
  credentials: Credentials | undefined
  /** Receives the client's next data while enhanced authentication is under way. */
  dialogue: ((data: Buffer) => void) | undefined
  /** True if nothing may be sent or done for the connection any more. */
  readonly isOver: boolean
  /** Runs a part of the connection's work and ends the connection if that part throws. */
  contain(work: () => void): void
  /** Ends the connection and sends the reason to an MQTT 5 client. */
  fail(reason: Reason): void
  /** Ends the connection after the client has sent DISCONNECT or its stream has closed. */
  leave(reason: Reason): void
}
