interface Applicant {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
}

/**
 * Tells whether a client may connect at all; called before a connection is accepted (CONNACK 0x8A) and before a will
 * is published.
 */
export type Admit = (who: Applicant) => 'allow' | 'banned'

/** Removes clients and sessions from a node. */
export interface Evictions {
  /** Closes a node or opens it again; a closed node refuses new clients (CONNACK 0x97). */
  setClosed(node: string, isClosed: boolean): void
  /**
   * Disconnects at most `most` clients and refers them to `reference` if it is set (MQTT 5: 0x9C). Their sessions
   * stay.
   */
  disconnect(node: string, most: number, reference: string | undefined): void
  /**
   * Moves at most `most` sessions without a connected client to the nodes in `to`, in turn. Returns the number of
   * moved sessions.
   */
  move(node: string, most: number, to: readonly string[]): number
}
