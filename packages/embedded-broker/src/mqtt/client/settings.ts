import type { ClientCertificate } from '../../listen/client-certificate.ts'

export type SharedStrategy =
  | 'random'
  | 'round_robin'
  | 'round_robin_per_group'
  | 'sticky'
  | 'local'
  | 'hash_topic'
  | 'hash_clientid'

/** What a client says of itself, for texts that are made of it. */
export interface ClientFacts {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
  readonly peerport: number
  readonly listener: string
  readonly certificate?: ClientCertificate
}

/** What of a certificate may be a name: its common name, its subject, or all of it as bytes, Base64 or digest. */
export type CertificatePart = 'cn' | 'dn' | 'crt' | 'pem' | 'md5'

/** Makes a text of what a client says of itself; undefined if there is none. */
export type ClientText = (facts: ClientFacts) => string | undefined

/** Limits and behaviour of connections and sessions. Durations are milliseconds, no limit is `Infinity`. */
export interface MqttSettings {
  readonly idleTimeout: number
  readonly maxPacketSize: number
  readonly maxQos: 0 | 1 | 2
  readonly maxClientidLength: number
  readonly maxTopicLevels: number
  readonly maxTopicAlias: number
  readonly hasWildcardSubscriptions: boolean
  readonly hasSharedSubscriptions: boolean
  readonly hasExclusiveSubscriptions: boolean
  readonly sharedStrategy: SharedStrategy
  readonly firstStickyPick: Exclude<SharedStrategy, 'sticky' | 'round_robin' | 'round_robin_per_group'>
  readonly canRetain: boolean
  /** MQTT 3 clients do not get their own messages, like `no local` in MQTT 5. */
  readonly ignoresLoops: boolean
  readonly responseInformation: string
  readonly keepaliveMultiplier: number
  /** Seconds that take the place of what a client asks for. */
  readonly serverKeepalive: number | undefined
  readonly messageExpiry: number
  /** Instead of what a client that has shown a certificate calls itself. */
  readonly certificateUsername: CertificatePart | undefined
  readonly certificateClientid: CertificatePart | undefined
  readonly isUsernameClientid: boolean
  readonly clientidOverride: ClientText | undefined
  readonly clientAttributes: readonly { readonly name: string; readonly text: ClientText }[]
  /** Of sessions that are to be kept and whose protocol cannot say how long. */
  readonly sessionExpiry: number
  readonly maxSubscriptions: number
  readonly upgradesQos: boolean
  readonly maxInflight: number
  readonly retryInterval: number
  readonly maxAwaitingRel: number
  readonly awaitRelTimeout: number
  readonly maxQueueLength: number
  readonly queuePriorities: ReadonlyMap<string, number> | undefined
  readonly defaultPriority: number
  readonly storesQos0: boolean
}

export interface ForceShutdownSettings {
  readonly isEnabled: boolean
  /** Bytes that wait for a client that does not read. */
  readonly maxBytes: number
  /** Messages that queue up for a client while it is connected. */
  readonly maxMessages: number
}

export interface SysTopicSettings {
  readonly interval: number
  readonly heartbeat: number
  readonly tellsConnected: boolean
  readonly tellsDisconnected: boolean
  readonly tellsSubscribed: boolean
  readonly tellsUnsubscribed: boolean
}

/** So many per so many milliseconds. */
export interface Rate {
  readonly count: number
  readonly per: number
}

export const unlimited: Rate = { count: Number.POSITIVE_INFINITY, per: 1000 }

export interface RetainerSettings {
  readonly isEnabled: boolean
  readonly maxMessages: number
  readonly maxPayload: number
  /** Of messages that do not say when they expire. */
  readonly expiry: number
  /** Of all messages, whatever they say. */
  readonly expiryOverride: number | undefined
  /** Whether the override leaves messages alone that never expire. */
  readonly canNeverExpire: boolean
  readonly clearInterval: number
  readonly publishRate: Rate
  readonly deliveryRate: Rate
  /** A message that clears a topic goes to nobody. */
  readonly hidesClearing: boolean
}

export interface DelayedSettings {
  readonly isEnabled: boolean
  /** Of each node. */
  readonly maxMessages: number
}

/** What comes in, by node or by listener. */
export interface LimiterSettings {
  readonly connections: Rate
  readonly messages: Rate
  readonly bytes: Rate
}

export type Rewrite = (topic: string, who: { clientid: string; username: string | undefined }) => string

export interface RewriteSettings {
  readonly publish: Rewrite
  readonly subscribe: Rewrite
}

export interface BrokerSettings {
  readonly mqtt: MqttSettings
  readonly forceShutdown: ForceShutdownSettings
  readonly sysTopics: SysTopicSettings
  readonly retainer: RetainerSettings
  readonly delayed: DelayedSettings
  /** Of each node. */
  readonly limiter: LimiterSettings
  readonly rewrite: RewriteSettings
}

/** EMQX's, all of them. */
export const defaultSettings: BrokerSettings = {
  mqtt: {
    idleTimeout: 15_000,
    maxPacketSize: 1_048_576,
    maxQos: 2,
    maxClientidLength: 65_535,
    maxTopicLevels: 128,
    maxTopicAlias: 65_535,
    hasWildcardSubscriptions: true,
    hasSharedSubscriptions: true,
    hasExclusiveSubscriptions: false,
    sharedStrategy: 'round_robin',
    firstStickyPick: 'random',
    canRetain: true,
    ignoresLoops: false,
    responseInformation: '',
    keepaliveMultiplier: 1.5,
    serverKeepalive: undefined,
    messageExpiry: Number.POSITIVE_INFINITY,
    certificateUsername: undefined,
    certificateClientid: undefined,
    isUsernameClientid: false,
    clientidOverride: undefined,
    clientAttributes: [],
    sessionExpiry: 7_200_000,
    maxSubscriptions: Number.POSITIVE_INFINITY,
    upgradesQos: false,
    maxInflight: 32,
    retryInterval: Number.POSITIVE_INFINITY,
    maxAwaitingRel: 100,
    awaitRelTimeout: 300_000,
    maxQueueLength: 1000,
    queuePriorities: undefined,
    defaultPriority: 0,
    storesQos0: true,
  },
  forceShutdown: { isEnabled: true, maxBytes: 33_554_432, maxMessages: 1000 },
  sysTopics: {
    interval: 60_000,
    heartbeat: 30_000,
    tellsConnected: true,
    tellsDisconnected: true,
    tellsSubscribed: false,
    tellsUnsubscribed: false,
  },
  retainer: {
    isEnabled: true,
    maxMessages: Number.POSITIVE_INFINITY,
    maxPayload: 1_048_576,
    expiry: Number.POSITIVE_INFINITY,
    expiryOverride: undefined,
    canNeverExpire: true,
    clearInterval: Number.POSITIVE_INFINITY,
    publishRate: { count: 1000, per: 1000 },
    deliveryRate: { count: 1000, per: 1000 },
    hidesClearing: false,
  },
  delayed: { isEnabled: true, maxMessages: Number.POSITIVE_INFINITY },
  limiter: { connections: unlimited, messages: unlimited, bytes: unlimited },
  rewrite: { publish: (topic) => topic, subscribe: (topic) => topic },
}

/** The settings in force, read at the moment of use. */
export class Settings implements BrokerSettings {
  mqtt = defaultSettings.mqtt
  forceShutdown = defaultSettings.forceShutdown
  sysTopics = defaultSettings.sysTopics
  retainer = defaultSettings.retainer
  delayed = defaultSettings.delayed
  limiter = defaultSettings.limiter
  rewrite = defaultSettings.rewrite

  change(part: Partial<BrokerSettings>): void {
    Object.assign(this, part)
  }
}
