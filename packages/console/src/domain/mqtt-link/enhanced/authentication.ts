import type { AuthenticationFault } from './authentication-fault.ts'
import type { Bytes } from './scram-hash.ts'

/** How far it came: the CONNECT was sent, or an answer to what the broker asked. */
export type AuthenticationStep = 'first' | 'proof'

export type AuthenticationAnswer =
  | { readonly kind: 'say'; readonly data: Bytes }
  | { readonly kind: 'fault'; readonly fault: AuthenticationFault }

/** The client's side of an enhanced authentication (MQTT 5 §4.12), for one attempt to connect. */
export interface Authentication {
  readonly method: string
  /** Goes with the CONNECT. */
  readonly first: Bytes | undefined
  readonly step: AuthenticationStep
  /** To an AUTH of the broker. */
  answer(asked: Uint8Array): Promise<AuthenticationAnswer>
  /** What speaks against a broker that has let the client in, by the data of its CONNACK. */
  faultOf(last: Uint8Array | undefined): AuthenticationFault | undefined
}
