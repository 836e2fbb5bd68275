import type { DelayOutcome } from './delay-outcome.ts'

/** A message to publish; the properties are those of MQTT 5 (§3.3.2.3). */
export interface PublishMessage {
  readonly topic: string
  readonly payload: Uint8Array<ArrayBuffer>
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly properties?: PublishProperties
}

export interface PublishProperties {
  /** The payload format indicator: true if the payload is UTF-8 text. */
  isText?: boolean
  /** The expiry interval, in seconds. */
  expiry?: number
  contentType?: string
  responseTopic?: string
  correlationData?: Uint8Array<ArrayBuffer>
  topicAlias?: number
  /** The user properties; a name may occur several times. */
  userProperties?: [string, string][]
}

/** The field of the form that has an error. */
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
      /**
       * Tells whether the message had subscribers; unknown if there is no such response, as for QoS 0 over a
       * connection.
       */
      readonly receivers: 'some' | 'none' | 'unknown'
      /** The delay, set only for a message to `$delayed/…`. */
      readonly delay?: DelayOutcome | undefined
    }
  | {
      readonly kind: 'refused'
      readonly title: string
      readonly detail?: string | undefined
      /** The broker's own text. */
      readonly raw?: string | undefined
      /** The field that the refusal concerns, if it concerns a field. */
      readonly field?: PublishField | undefined
    }

/** The limits of a way of publishing. */
export interface PublishLimits {
  /** True for MQTT 5 and the API; otherwise only topic, payload, QoS and retain are sent. */
  readonly hasProperties: boolean
  /** The maximum topic alias of the connection (§3.2.2.3.8); 0 means no aliases. */
  readonly topicAliasMaximum: number
  /** True if names of user properties may be repeated. */
  readonly repeatsNames: boolean
  /** True if correlation data may be any bytes, not only text. */
  readonly hasBinaryCorrelation: boolean
  /** The maximum QoS that the broker accepts on this connection (§3.2.2.3.4); 2 by default. */
  readonly maximumQos?: number | undefined
}

/** A way of publishing: through the API, or over a connection. */
export interface PublishSender {
  readonly limits: PublishLimits
  /** The reason why nothing can be published now; undefined if publishing is possible. */
  readonly disabledReason: string | undefined
  readonly send: (message: PublishMessage) => Promise<PublishOutcome>
}
