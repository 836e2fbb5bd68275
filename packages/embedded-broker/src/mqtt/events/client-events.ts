import type { ClientCertificate } from '../../listen/client-certificate.ts'
import type { ListenerId } from '../../listen/listener-settings.ts'
import type { AccessAction, Subject, Verdict } from '../client/access.ts'

/** Where a connection comes from. */
export interface Peer {
  readonly host: string
  readonly port: number
  readonly listener: ListenerId
  readonly certificate?: ClientCertificate
}

/** What a client says of a message that it has received (MQTT 5 §3.4.2.2). */
export interface AckProperties {
  readonly reasonString?: string
  readonly userProperties?: readonly (readonly [string, string])[]
}

/** What packets of MQTT 5 say beside what they are for, by the names of mqtt-packet. */
export interface PacketProperties {
  readonly sessionExpiryInterval?: number
  readonly receiveMaximum?: number
  readonly maximumPacketSize?: number
  readonly topicAliasMaximum?: number
  readonly requestResponseInformation?: boolean
  readonly requestProblemInformation?: boolean
  readonly authenticationMethod?: string
  readonly subscriptionIdentifier?: number
  readonly reasonString?: string
  readonly serverReference?: string
  readonly userProperties?: readonly (readonly [string, string])[]
}

/** A client that connects, as its CONNECT says. */
export interface Arriving {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
  readonly peerport: number
  readonly listener: string
  readonly node: string
  readonly protocolVersion: 3 | 4 | 5
  readonly attributes: Readonly<Record<string, string>>
  /** Seconds. */
  readonly keepalive: number
  readonly isCleanStart: boolean
  /** Seconds. */
  readonly expiryInterval: number
  /** Of the CONNECT (MQTT 5 §3.1.2.11). */
  readonly properties: PacketProperties | undefined
}

/** What becomes of a session, as EMQX names it. */
export type SessionTurn = 'created' | 'resumed' | 'discarded' | 'takenover' | 'terminated'

/** What is decided about clients, as those who watch are told of it. */
export interface ClientEvents {
  /** A CONNECT has come, and nothing is decided. */
  connecting: { readonly who: Arriving }
  /** Who a client is has been decided; `reason` as MQTT 5 names it (§3.2.2.2). */
  authenticated: {
    readonly who: Arriving
    readonly reason: string
    readonly isSuperuser: boolean
    readonly isAnonymous: boolean
  }
  /** A CONNACK was sent; `connectedAt` where the client was let in. */
  answered: { readonly who: Arriving; readonly connectedAt: number | undefined; readonly reason: string }
  /** What a client may do has been decided; `source` says by whom. */
  authorized: {
    readonly subject: Subject
    readonly action: AccessAction['kind']
    readonly topic: string
    readonly verdict: Verdict
  }
}
