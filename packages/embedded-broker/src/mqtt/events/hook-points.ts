import type { AccessAction, Credentials, Subject } from '../client/access.ts'
import type { PacketProperties, SessionTurn } from './client-events.ts'
import type { Traced } from './tracing.ts'

/**
 * The hooks that are called last, when nothing before has decided. A hook is undefined while it has no receiver, so
 * that no packet waits; it returns undefined if no receiver wants the request. Promises never reject.
 */
export interface HookPoints<Message> {
  /** Tells whether a client may connect that no authenticator was asked about; undefined if no hook decides. */
  authenticate?: (credentials: Credentials) => Promise<boolean | undefined> | undefined
  /** Tells whether a client may do an action that no source has decided; `isAllowed` is the result without the hook. */
  authorize?: (question: HookQuestion) => Promise<boolean | undefined> | undefined
  /** Returns the message to deliver instead; undefined to drop the message. */
  publish?: (message: Message, node: string, who: Traced) => Promise<Message | undefined> | undefined
  /**
   * Returns the command of a message that is meant for the broker itself; such a message is delivered to no
   * subscriber, whichever client published it.
   */
  command?: ((message: Message, node: string) => Command | undefined) | undefined
}

/**
 * Runs when a client publishes the command with QoS 1, under its packet identifier; returns the code of the PUBACK.
 * Never rejects.
 */
export type Command = (packetId: number) => Promise<number>

export interface HookQuestion {
  readonly subject: Subject
  readonly action: AccessAction['kind']
  readonly topic: string
  readonly isAllowed: boolean
}

export interface HookedCluster<Message> {
  readonly hooks: HookPoints<Message>
}

interface SubscriptionRequest<Session, Subscription> {
  readonly session: Session
  readonly subscription: Subscription
  readonly properties: PacketProperties | undefined
}

export interface SessionEvents<Session, Subscription> {
  connected: { readonly session: Session; readonly properties: PacketProperties | undefined }
  /** `properties` is set if the client sent a DISCONNECT. */
  disconnected: {
    readonly session: Session
    readonly reason: string
    readonly properties: PacketProperties | undefined
  }
  /** A session begins, continues or ends. */
  session: { readonly session: Session; readonly turn: SessionTurn }
  /** The subscriptions of a SUBSCRIBE, and below the topics of an UNSUBSCRIBE, as the client wrote them. */
  subscribing: {
    readonly session: Session
    readonly wanted: readonly Omit<
      Subscription,
      'subscriptionIdentifier' | 'filter' | 'group' | 'isExclusive'
    >[]
  }
  unsubscribing: { readonly session: Session; readonly topics: readonly string[] }
  /** `properties` is set if a packet of the client made the request. */
  subscribed: SubscriptionRequest<Session, Subscription>
  unsubscribed: SubscriptionRequest<Session, Subscription>
}
