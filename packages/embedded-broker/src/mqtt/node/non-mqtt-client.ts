import type { AccessAction, Verdict } from '../client/access.ts'
import type { Rights } from '../client/rights.ts'

type QoS = 0 | 1 | 2

/** Who takes part without speaking MQTT: a client of a gateway. */
export interface NonMqttClient {
  readonly clientid: string
  readonly username: string | undefined
  readonly ipAddress: string
  readonly port: number
  /** `stomp:tcp:default` */
  readonly listener: string
  readonly protocolName: string
  readonly mountpoint: string
  readonly rights: Rights
}

/** What of a message means something beyond MQTT. Its topic is that of the broker, behind the mountpoint. */
export interface NonMqttMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: QoS
  readonly retain: boolean
  readonly properties?: { readonly contentType?: string; readonly messageExpiryInterval?: number }
}

/** The cluster as a guest of one of its nodes sees it. */
export interface ClusterPort {
  /** The topic as the guest wrote it. */
  authorize(action: AccessAction, topic: string): Verdict | Promise<Verdict>
  /** How many it reached. */
  publish(message: NonMqttMessage): Promise<number>
  /**
   * `take` must not throw; `granted` is the QoS to deliver with. Retained messages come, too. Returns how to end it.
   */
  subscribe(topic: string, qos: QoS, take: (message: NonMqttMessage, granted: QoS) => void): () => void
}
