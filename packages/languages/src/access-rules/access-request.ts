import type { AccessQos } from './access-rule.ts'

/** The properties of a client on which decisions may depend. */
export interface AccessClient {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
  readonly attributes: Readonly<Record<string, string>>
  /** The common name of the certificate that the client presented. */
  readonly certCommonName?: string
  readonly certSubject?: string
  readonly zone?: string
  readonly listener?: string
  readonly protocolName?: string
  readonly mountpoint?: string
}

/** Describes the action that a client requests. `topic` is a filter when it subscribes; see `findDecidedTopic`. */
export interface AccessRequest {
  readonly client: AccessClient
  readonly action: 'publish' | 'subscribe'
  readonly topic: string
  readonly qos: AccessQos
  /** Always false when the client subscribes. */
  readonly retain: boolean
}
