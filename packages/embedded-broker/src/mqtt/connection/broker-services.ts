import type { AccessControl } from '../client/access.ts'
import type { Admit } from '../client/admit.ts'
import type { EventHub } from '../node/cluster-events.ts'
import type { RetainedMessages } from '../retained/retained-messages.ts'
import type { Publisher } from '../routing/publisher.ts'
import type { SessionServices } from '../session/session.ts'
import type { SessionRegistry } from '../session/session-registry.ts'

/** The services that the connections of all nodes share. */
export interface BrokerServices extends SessionServices {
  readonly events: EventHub
  readonly publisher: Publisher
  readonly retained: RetainedMessages
  readonly registry: SessionRegistry
  readonly admit: Admit
  readonly access: AccessControl
}
