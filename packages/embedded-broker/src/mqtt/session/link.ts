import type { Reason } from '../client/reason.ts'
import type { ProtocolVersion, SessionCounters } from '../node/cluster.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'

export type SendResult = 'sent' | 'too-large' | 'congested'

/** The connection of a session as the session sees it. */
export interface Link {
  readonly version: ProtocolVersion
  readonly counters: SessionCounters
  sendQos0(outgoing: Outgoing, retain: boolean, subscriptionIdentifier: number | undefined): SendResult
  sendEntry(entry: OutboxEntry, dup: boolean): SendResult
  sendPubrel(packetId: number): void
  disconnect(reason: Reason): void
  setKeepalive(seconds: number): void
}
