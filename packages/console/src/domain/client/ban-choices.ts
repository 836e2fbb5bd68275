import type { BanKind } from '@brokerdeck/contract/access/banned.ts'
import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { client as m } from './messages.ts'

export const banTargets = ['clientid', 'username', 'peerhost'] as const
export type BanTarget = (typeof banTargets)[number]

/** Returns the value of a client that a ban of this kind compares; undefined if the client has no such value. */
export function banValue(client: ClientRow, target: BanTarget): string | undefined {
  const values = { clientid: client.clientid, username: client.username, peerhost: client.ip_address }
  return values[target] || undefined
}

/** Returns the values of the clients that a ban of this kind compares, each value once. */
export function banValues(clients: readonly ClientRow[], target: BanTarget): readonly string[] {
  return [...new Set(clients.flatMap((client) => banValue(client, target) ?? []))]
}

export const banTerms = ['hour', 'day', 'week', 'forever'] as const
export type BanTerm = (typeof banTerms)[number]

export interface BanChoice {
  readonly target: BanTarget
  readonly term: BanTerm
  readonly reason: string
}

/** The kinds of bans, by the words of operators for the compared value. */
export const banKindNames: Record<BanKind, string> = {
  clientid: m.banClientid,
  clientid_re: m.banClientidPattern,
  username: m.banUsername,
  username_re: m.banUsernamePattern,
  peerhost: m.banPeerhost,
  peerhost_net: m.banNetwork,
}

const addressImpact = `${m.banOtherImpact} ${m.banAddress}`

/** The effects of the kinds of bans: EMQX 5.8 disconnects only clients that a ban of a client ID names. */
export const banImpacts: Record<BanKind, string> = {
  clientid: m.banClientidImpact,
  clientid_re: m.banOtherImpact,
  username: m.banOtherImpact,
  username_re: m.banOtherImpact,
  peerhost: addressImpact,
  peerhost_net: addressImpact,
}
