import type { AccessRule } from '@brokerdeck/languages/access-rules/access-rule.ts'

/** What authentication has found out about a connected client beside its being who it says. */
export interface Rights {
  /** May do everything. */
  readonly isSuperuser: boolean
  /** Epoch milliseconds; then its connection ends. */
  readonly expiresAt: number | undefined
  /** Undefined where the credentials say nothing of it; an empty list allows nothing by itself. */
  readonly rules: readonly AccessRule[] | undefined
  /** Epoch milliseconds; after that the rules allow nothing, while the connection may go on. */
  readonly rulesExpireAt?: number | undefined
}

export const noRights: Rights = { isSuperuser: false, expiresAt: undefined, rules: undefined }
