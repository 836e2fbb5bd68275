import type { AccessRule } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { ClientCertificate } from '../../listen/client-certificate.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { Rights } from './rights.ts'
import type { ClientFacts } from './settings.ts'

/** The credentials that a client presents when it connects. */
export interface Credentials extends ClientFacts {
  readonly password: Buffer | undefined
  readonly protocolVersion: 3 | 4 | 5
  /** The attributes that the settings derive from the client, without those that authentication adds. */
  readonly attributes: Readonly<Record<string, string>>
  /** The node that the client connects to. */
  readonly node: string
  /** The method of enhanced authentication (MQTT 5 §4.12); `data` holds its first data. */
  readonly method: string | undefined
  readonly data: Buffer | undefined
}

export interface Granted {
  readonly kind: 'allow'
  /** Set if no authenticator was asked about the client. */
  readonly isAnonymous?: true
  readonly isSuperuser?: boolean
  /** The time at which the client's connection ends, in epoch milliseconds. */
  readonly expiresAt?: number
  readonly rules?: readonly AccessRule[]
  /** The time in epoch milliseconds after which the rules, if there are any, allow nothing. */
  readonly rulesExpireAt?: number
  readonly attributes?: Readonly<Record<string, string>>
  /** The final data of enhanced authentication. */
  readonly data?: Buffer
}

export interface Refused {
  readonly kind: 'refuse'
  /** The reason code of MQTT 5 (§3.2.2.2). */
  readonly code: number
}

/** A step of enhanced authentication: the broker sends `data` to the client, which replies with data of its own. */
export interface Continued {
  readonly kind: 'continue'
  readonly data: Buffer
  answer(data: Buffer): Pending
}

export type AuthnAnswer = Granted | Refused | Continued
export type Pending = AuthnAnswer | Promise<AuthnAnswer>

export type AccessAction =
  | { readonly kind: 'publish'; readonly qos: 0 | 1 | 2; readonly retain: boolean }
  | { readonly kind: 'subscribe'; readonly qos: 0 | 1 | 2 }

/** The client that requests an action; sessions are subjects. */
export interface Subject {
  readonly clientid: string
  readonly username: string | undefined
  readonly ipAddress: string
  readonly port: number
  readonly listener: string
  readonly protocolName: string
  readonly mountpoint: string
  readonly certificate?: ClientCertificate | undefined
  readonly node: string
  /** The node context whose metrics count the client's requests. */
  readonly nodeContext: NodeContext
  readonly attributes: Readonly<Record<string, string>>
  readonly rights: Rights
}

export interface Verdict {
  readonly permission: 'allow' | 'deny'
  /** Set if a denied client also loses its connection. */
  readonly disconnects?: true
  /** The source of the decision: an authorization source, `cache`, `superuser`, or `default` if no source decided. */
  readonly source: string
}

/** Authenticates clients and authorizes their actions on behalf of the MQTT layer. */
export interface AccessControl {
  authenticate(credentials: Credentials): Pending
  /**
   * `topic` is the topic as the client wrote it: without its mountpoint, with the prefix of a share or of a delayed
   * message.
   */
  authorize(subject: Subject, action: AccessAction, topic: string): Verdict | Promise<Verdict>
}

/** Allows every client and every action. */
export const openAccess: AccessControl = {
  authenticate: () => ({ kind: 'allow', isAnonymous: true }),
  authorize: () => ({ permission: 'allow', source: 'default' }),
}
