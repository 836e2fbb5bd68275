import type { AccessQos } from './access-rule.ts'

/** As much of a client as decisions may depend on. */
export interface AccessClient {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
  readonly attributes: Readonly<Record<string, string>>
  /** Of the certificate that the client has shown. */
  readonly certCommonName?: string
  readonly certSubject?: string
  readonly zone?: string
  readonly listener?: string
  readonly protocolName?: string
  readonly mountpoint?: string
}

/** What a client wants to do. `topic` is a filter where it subscribes; see `findDecidedTopic`. */
export interface AccessRequest {
  readonly client: AccessClient
  readonly action: 'publish' | 'subscribe'
  readonly topic: string
  readonly qos: AccessQos
  /** False where it subscribes. */
  readonly retain: boolean
}
