import type { ClientCertificate } from '../../listen/client-certificate.ts'
import type { ListenerId } from '../../listen/listener-settings.ts'
import type { AccessAction, Subject, Verdict } from '../client/access.ts'

/** The origin of a connection. */
export interface Peer {
  readonly host: string
  readonly port: number
  readonly listener: ListenerId
  readonly certificate?: ClientCertificate
}

/** The properties that a client sends with an acknowledgement (MQTT 5 §3.4.2.2). */
export interface AckProperties {
  readonly reasonString?: string
  readonly userProperties?: readonly (readonly [string, string])[]
}

/** The properties of MQTT 5 packets other than PUBLISH, with the names of mqtt-packet. */
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

/** A connecting client as its CONNECT describes it. */
export interface Arriving {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
  readonly peerport: number
  readonly listener: string
  readonly node: string
  readonly protocolVersion: 3 | 4 | 5
  readonly attributes: Readonly<Record<string, string>>
  /** The keepalive, in seconds. */
  readonly keepalive: number
  readonly isCleanStart: boolean
  /** The session expiry interval, in seconds. */
  readonly expiryInterval: number
  /** The properties of the CONNECT (MQTT 5 §3.1.2.11). */
  readonly properties: PacketProperties | undefined
}

/** The changes of a session, with EMQX's names. */
export type SessionTurn = 'created' | 'resumed' | 'discarded' | 'takenover' | 'terminated'

/** The events about decisions on clients. */
export interface ClientEvents {
  /** A CONNECT was received, and no decision is made yet. */
  connecting: { readonly who: Arriving }
  /** The authentication of a client is decided; `reason` is a name of MQTT 5 (§3.2.2.2). */
  authenticated: {
    readonly who: Arriving
    readonly reason: string
    readonly isSuperuser: boolean
    readonly isAnonymous: boolean
  }
  /** A CONNACK was sent; `connectedAt` is set if the client was accepted. */
  answered: { readonly who: Arriving; readonly connectedAt: number | undefined; readonly reason: string }
  /** The authorization of an action is decided; `source` names the source that decided. */
  authorized: {
    readonly subject: Subject
    readonly action: AccessAction['kind']
    readonly topic: string
    readonly verdict: Verdict
  }
}
