interface Applicant {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
}

/** Whether somebody may be a client at all: asked before a connection is accepted (CONNACK 0x8A) and before a will is published. */
export type Admit = (who: Applicant) => 'allow' | 'banned'

/** How clients and sessions are taken away from a node. */
export interface Evictions {
  /** New clients of the node are refused (CONNACK 0x97) until it is opened again. */
  setClosed(node: string, isClosed: boolean): void
  /** Tells so many clients to go, to `reference` where there is one (MQTT 5: 0x9C). Their sessions stay. */
  disconnect(node: string, most: number, reference: string | undefined): void
  /** Gives so many sessions that nobody is connected to to other nodes in turn. Returns how many. */
  move(node: string, most: number, to: readonly string[]): number
}
