import type { AccessAction, Verdict } from '../client/access.ts'
import type { Rights } from '../client/rights.ts'

type QoS = 0 | 1 | 2

/** A participant that does not speak MQTT: a client of a gateway. */
export interface NonMqttClient {
  readonly clientid: string
  readonly username: string | undefined
  readonly ipAddress: string
  readonly port: number
  /** The id of the listener, such as `stomp:tcp:default`. */
  readonly listener: string
  readonly protocolName: string
  readonly mountpoint: string
  readonly rights: Rights
}

/**
 * The parts of a message that have a meaning beyond MQTT. Its topic is the broker's topic, including the mountpoint.
 */
export interface NonMqttMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: QoS
  readonly retain: boolean
  readonly properties?: { readonly contentType?: string; readonly messageExpiryInterval?: number }
}

/** The cluster as a guest of a node sees it. */
export interface ClusterPort {
  /** Authorizes an action; `topic` is the topic as the guest wrote it. */
  authorize(action: AccessAction, topic: string): Verdict | Promise<Verdict>
  /** Publishes a message; resolves to the number of receivers. */
  publish(message: NonMqttMessage): Promise<number>
  /**
   * Subscribes and returns a function that ends the subscription. `take` must not throw; `granted` is the QoS to
   * deliver with. Retained messages are delivered, too.
   */
  subscribe(topic: string, qos: QoS, take: (message: NonMqttMessage, granted: QoS) => void): () => void
}
