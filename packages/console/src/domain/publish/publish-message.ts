import type { DelayOutcome } from './delay-outcome.ts'

/** A message as it is published; the properties are those of MQTT 5 (§3.3.2.3). */
export interface PublishMessage {
  readonly topic: string
  readonly payload: Uint8Array<ArrayBuffer>
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly properties?: PublishProperties
}

export interface PublishProperties {
  /** The payload is UTF-8 text: the payload format indicator. */
  isText?: boolean
  /** The expiry interval, in seconds. */
  expiry?: number
  contentType?: string
  responseTopic?: string
  correlationData?: Uint8Array<ArrayBuffer>
  topicAlias?: number
  /** A name may stand there several times. */
  userProperties?: [string, string][]
}

/** Where in the form something is wrong. */
export type PublishField =
  | 'topic'
  | 'qos'
  | 'retain'
  | 'payload'
  | 'isText'
  | 'expiry'
  | 'contentType'
  | 'responseTopic'
  | 'correlationData'
  | 'topicAlias'
  | `userProperties.${number}`

export type PublishOutcome =
  | {
      readonly kind: 'published'
      /** Whether anybody subscribes; unknown where nobody says so, as for QoS 0 over a connection. */
      readonly receivers: 'some' | 'none' | 'unknown'
      /** Of a message to `$delayed/…` only. */
      readonly delay?: DelayOutcome | undefined
    }
  | {
      readonly kind: 'refused'
      readonly title: string
      readonly detail?: string | undefined
      /** The broker's own words. */
      readonly raw?: string | undefined
      /** The field that it is about, if it is about one. */
      readonly field?: PublishField | undefined
    }

/** What a way of publishing can carry. */
export interface PublishLimits {
  /** MQTT 5, or the API: without it only topic, payload, QoS and retain are sent. */
  readonly hasProperties: boolean
  /** Of the connection (§3.2.2.3.8); 0: none. */
  readonly topicAliasMaximum: number
  /** Names of user properties may be repeated. */
  readonly repeatsNames: boolean
  /** Correlation data may be any bytes, not only text. */
  readonly hasBinaryCorrelation: boolean
  /** What the broker takes on this connection (§3.2.2.3.4); 2 unless given. */
  readonly maximumQos?: number | undefined
}

/** A way to publish: through the API, or over a connection. */
export interface PublishSender {
  readonly limits: PublishLimits
  /** Why nothing can be published now; undefined: it can. */
  readonly disabledReason: string | undefined
  readonly send: (message: PublishMessage) => Promise<PublishOutcome>
}
