import type { AccessControl } from './access.ts'
import type { Admit } from './admit.ts'
import type { EventHub } from './cluster-events.ts'
import type { Publisher } from './publisher.ts'
import type { RetainedMessages } from './retained-messages.ts'
import type { SessionServices } from './session.ts'
import type { SessionRegistry } from './session-registry.ts'

/** What the connections of all nodes share. */
export interface BrokerServices extends SessionServices {
  readonly events: EventHub
  readonly publisher: Publisher
  readonly retained: RetainedMessages
  readonly registry: SessionRegistry
  readonly admit: Admit
  readonly access: AccessControl
}
