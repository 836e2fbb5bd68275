import { ClientDetails, type SessionDetails } from '../client/client-details.ts'
import type { MqttSettings } from '../client/settings.ts'
import type { StoredMessage } from '../node/cluster.ts'
import { Outbox } from './outbox.ts'

/** The part of a session that holds the waiting messages and their limits. */
export class SessionFigures extends ClientDetails {
  readonly outbox = new Outbox()
  /** The packet identifiers of received QoS 2 messages that are not yet released, with the time of their arrival. */
  readonly awaitingRel = new Map<number, number>()
  /** The settings at the start of the session's last connection. */
  rules: MqttSettings

  constructor(details: SessionDetails, rules: MqttSettings) {
    super(details)
    this.rules = rules
    this.outbox.max = rules.maxQueueLength
  }

  get mqueueMax() {
    return this.outbox.max
  }
  get mqueueDropped() {
    return this.outbox.dropped
  }
  get mqueueLength() {
    return this.outbox.queue.length
  }
  get inflightMax() {
    return this.outbox.inflightMax
  }
  get inflightCount() {
    return this.outbox.inflight.size
  }
  get awaitingRelCount() {
    return this.awaitingRel.size
  }
  get awaitingRelMax() {
    return this.rules.maxAwaitingRel
  }
  get subscriptionsMax() {
    return this.rules.maxSubscriptions
  }

  mqueue(): readonly StoredMessage[] {
    return [...this.outbox.queue]
  }

  inflight(): readonly StoredMessage[] {
    return [...this.outbox.inflight.values()]
  }
}
