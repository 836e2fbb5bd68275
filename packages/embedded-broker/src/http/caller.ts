import type { KeyRole } from '@brokerdeck/contract/system/roles.ts'

/** Who asks: a user who signed in, or a program with an API key. */
export interface Caller {
  readonly kind: 'user' | 'api-key'
  /** Of the user; of a program the key. */
  readonly username: string
  /** Of the user among all, whoever vouches for them. */
  readonly id: string
  /** Of the session; '' of a program. */
  readonly token: string
  readonly role: KeyRole
}

/** Who asks, beside what is asked. */
export interface CallerContext {
  /** Undefined for public endpoints. */
  readonly caller: Caller | undefined
  readonly ip: string
  /** The header `Accept`, '' without one. */
  readonly accept: string
}
