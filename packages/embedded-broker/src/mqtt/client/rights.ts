import type { AccessRule } from '@brokerdeck/languages/access-rules/access-rule.ts'

/** The rights of a connected client that authentication found out beside its identity. */
export interface Rights {
  /** True if the client may do everything. */
  readonly isSuperuser: boolean
  /** The time at which the client's connection ends, in epoch milliseconds. */
  readonly expiresAt: number | undefined
  /** The rules of the client. Undefined if the credentials contain no rules; an empty list allows nothing by itself. */
  readonly rules: readonly AccessRule[] | undefined
  /** The time in epoch milliseconds after which the rules allow nothing, while the connection may go on. */
  readonly rulesExpireAt?: number | undefined
}

export const noRights: Rights = { isSuperuser: false, expiresAt: undefined, rules: undefined }
