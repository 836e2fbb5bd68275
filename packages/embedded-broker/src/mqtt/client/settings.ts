import type { ClientCertificate } from '../../listen/client-certificate.ts'

export type SharedStrategy =
  | 'random'
  | 'round_robin'
  | 'round_robin_per_group'
  | 'sticky'
  | 'local'
  | 'hash_topic'
  | 'hash_clientid'

/** The facts that a client states about itself, for texts that are built from them. */
export interface ClientFacts {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
  readonly peerport: number
  readonly listener: string
  readonly certificate?: ClientCertificate
}

/**
 * The part of a certificate that serves as a name: its common name, its subject, or the whole certificate as bytes,
 * Base64 or digest.
 */
export type CertificatePart = 'cn' | 'dn' | 'crt' | 'pem' | 'md5'

/** Builds a text from the facts about a client; returns undefined if there is no text. */
export type ClientText = (facts: ClientFacts) => string | undefined

/**
 * The limits and the behaviour of connections and sessions. Durations are in milliseconds; `Infinity` means no limit.
 */
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
  /** True if MQTT 3 clients do not receive their own messages, like `no local` in MQTT 5. */
  readonly ignoresLoops: boolean
  readonly responseInformation: string
  readonly keepaliveMultiplier: number
  /** The keepalive in seconds that replaces the one that the client requests. */
  readonly serverKeepalive: number | undefined
  readonly messageExpiry: number
  /** The part of its certificate that replaces the username or the client identifier that a client states. */
  readonly certificateUsername: CertificatePart | undefined
  readonly certificateClientid: CertificatePart | undefined
  readonly isUsernameClientid: boolean
  readonly clientidOverride: ClientText | undefined
  readonly clientAttributes: readonly { readonly name: string; readonly text: ClientText }[]
  /** The expiry of persistent sessions whose protocol version cannot state an expiry. */
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
  /** The maximum number of bytes that wait for a client that does not read. */
  readonly maxBytes: number
  /** The maximum number of messages that queue up for a client while it is connected. */
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

/** A number of items (`count`) per period (`per`, in milliseconds). */
export interface Rate {
  readonly count: number
  readonly per: number
}

export const unlimited: Rate = { count: Number.POSITIVE_INFINITY, per: 1000 }

export interface RetainerSettings {
  readonly isEnabled: boolean
  readonly maxMessages: number
  readonly maxPayload: number
  /** The expiry of messages that do not state when they expire. */
  readonly expiry: number
  /** The expiry of all messages, whatever expiry they state. */
  readonly expiryOverride: number | undefined
  /** True if the override does not apply to messages that never expire. */
  readonly canNeverExpire: boolean
  readonly clearInterval: number
  readonly publishRate: Rate
  readonly deliveryRate: Rate
  /** True if a message that clears a topic is not delivered to any subscriber. */
  readonly hidesClearing: boolean
}

export interface DelayedSettings {
  readonly isEnabled: boolean
  /** The maximum number of messages of each node. */
  readonly maxMessages: number
}

/** The limits on incoming traffic, by node or by listener. */
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
  /** The limits of each node. */
  readonly limiter: LimiterSettings
  readonly rewrite: RewriteSettings
}

/** The default settings; all of them are EMQX's defaults. */
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

/** The settings in force, which are read at the moment of use. */
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
