import type { AccessRule } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { ClientCertificate } from '../../listen/client-certificate.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { Rights } from './rights.ts'
import type { ClientFacts } from './settings.ts'

/** What a client presents when it connects. */
export interface Credentials extends ClientFacts {
  readonly password: Buffer | undefined
  readonly protocolVersion: 3 | 4 | 5
  /** What the settings derive from the client, without what authentication adds. */
  readonly attributes: Readonly<Record<string, string>>
  /** The node it connects to. */
  readonly node: string
  /** Of enhanced authentication (MQTT 5 §4.12), with the first data. */
  readonly method: string | undefined
  readonly data: Buffer | undefined
}

export interface Granted {
  readonly kind: 'allow'
  /** Nobody was asked who it is. */
  readonly isAnonymous?: true
  readonly isSuperuser?: boolean
  /** Epoch milliseconds. */
  readonly expiresAt?: number
  readonly rules?: readonly AccessRule[]
  /** Epoch milliseconds; after that the rules, if there are any, allow nothing. */
  readonly rulesExpireAt?: number
  readonly attributes?: Readonly<Record<string, string>>
  /** The last word of enhanced authentication. */
  readonly data?: Buffer
}

export interface Refused {
  readonly kind: 'refuse'
  /** Of MQTT 5 (§3.2.2.2). */
  readonly code: number
}

/** Enhanced authentication is not over: the client is sent data and answers with some. */
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

/** Who wants to do something; sessions are. */
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
  /** Where its requests are counted. */
  readonly nodeContext: NodeContext
  readonly attributes: Readonly<Record<string, string>>
  readonly rights: Rights
}

export interface Verdict {
  readonly permission: 'allow' | 'deny'
  /** A denied client loses its connection, too. */
  readonly disconnects?: true
  /** Who has decided: a source, `cache`, `superuser`, or `default` where nobody has. */
  readonly source: string
}

/** Whom the MQTT side asks who somebody is and what he may do. */
export interface AccessControl {
  authenticate(credentials: Credentials): Pending
  /** `topic` as the client wrote it: without its mountpoint, with the prefix of a share or of a delayed message. */
  authorize(subject: Subject, action: AccessAction, topic: string): Verdict | Promise<Verdict>
}

/** Asks nobody. */
export const openAccess: AccessControl = {
  authenticate: () => ({ kind: 'allow', isAnonymous: true }),
  authorize: () => ({ permission: 'allow', source: 'default' }),
}
