import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import type { AuthnKind, Mechanism } from '../authn-kind.ts'
import { authnKinds } from '../authn-kinds.ts'
import { m } from './messages.ts'

/** Something that can be chosen, or why not. */
export interface Offer {
  readonly kind: AuthnKind
  readonly isAdded: boolean
  readonly reason: string | undefined
}

export function offersOf(mechanism: Mechanism, chain: readonly Authenticator[]): readonly Offer[] {
  const isEnterprise = editionNumber(currentSession()?.edition ?? '') === 1
  return authnKinds
    .filter((kind) => kind.mechanism === mechanism)
    .map((kind) => {
      const isAdded = chain.some(({ id }) => id === kind.id)
      const isMissing = kind.isEnterprise === true && !isEnterprise
      return { kind, isAdded, reason: isAdded ? m.addedReason : isMissing ? m.enterpriseReason : undefined }
    })
}

/** Why nothing of a mechanism can be chosen; undefined if something can. */
export function whyNotMechanism(mechanism: Mechanism, chain: readonly Authenticator[]): string | undefined {
  const offers = offersOf(mechanism, chain)
  if (offers.some(({ reason }) => reason === undefined)) return undefined
  if (offers.length === 1) return offers[0]?.reason
  return offers.every(({ isAdded }) => isAdded) ? m.allAdded : m.enterpriseReason
}
