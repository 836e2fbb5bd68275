import type { KeyRole } from '@brokerdeck/contract/system/roles.ts'

/** The caller of a request: a user who signed in, or a program with an API key. */
export interface Caller {
  readonly kind: 'user' | 'api-key'
  /** The username; for a program, the key. */
  readonly username: string
  /** The id of the user among all users, whichever system authenticates them. */
  readonly id: string
  /** The token of the session; '' for a program. */
  readonly token: string
  readonly role: KeyRole
}

/** The context of a request beside its content. */
export interface CallerContext {
  /** Undefined for public endpoints. */
  readonly caller: Caller | undefined
  readonly ip: string
  /** The header `Accept`; '' without the header. */
  readonly accept: string
}
