import type { AccessAction, Credentials, Subject } from '../client/access.ts'
import type { PacketProperties, SessionTurn } from './client-events.ts'
import type { Traced } from './tracing.ts'

/**
 * Who is asked last, where nobody before has decided. Not there while there is nobody, so that nothing waits; so is an
 * answer where nobody wants to be asked about this one. Promises never reject.
 */
export interface HookPoints<Message> {
  /** Whether a client that no authenticator was asked about may come in; undefined: nobody says. */
  authenticate?: (credentials: Credentials) => Promise<boolean | undefined> | undefined
  /** Whether a client may do what no source has decided; `isAllowed` is what is done then. */
  authorize?: (question: HookQuestion) => Promise<boolean | undefined> | undefined
  /** The message to deliver instead; undefined to drop it. */
  publish?: (message: Message, node: string, who: Traced) => Promise<Message | undefined> | undefined
  /** What a message means that is for the broker itself: nobody gets it, whoever has published it. */
  command?: ((message: Message, node: string) => Command | undefined) | undefined
}

/** Done where a client asks for it with QoS 1, under its packet identifier; gives the code of the PUBACK. Never rejects. */
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
  /** `properties` where the client has said that it goes. */
  disconnected: {
    readonly session: Session
    readonly reason: string
    readonly properties: PacketProperties | undefined
  }
  /** A session begins, goes on or ends. */
  session: { readonly session: Session; readonly turn: SessionTurn }
  /** What a SUBSCRIBE asks for, and an UNSUBSCRIBE, as the client wrote it. */
  subscribing: {
    readonly session: Session
    readonly wanted: readonly Omit<
      Subscription,
      'subscriptionIdentifier' | 'filter' | 'group' | 'isExclusive'
    >[]
  }
  unsubscribing: { readonly session: Session; readonly topics: readonly string[] }
  /** `properties` where a packet of the client has asked for it. */
  subscribed: SubscriptionRequest<Session, Subscription>
  unsubscribed: SubscriptionRequest<Session, Subscription>
}
