import type { BanKind } from '@brokerdeck/contract/access/banned.ts'
import { client as m } from './messages.ts'

/** What a ban compares, as operators call it. */
export const banKindNames: Record<BanKind, string> = {
  clientid: m.banClientid,
  clientid_re: m.banClientidPattern,
  username: m.banUsername,
  username_re: m.banUsernamePattern,
  peerhost: m.banPeerhost,
  peerhost_net: m.banNetwork,
}

const addressImpact = `${m.banOtherImpact} ${m.banAddress}`

/** What a ban does: EMQX 5.8 disconnects whom a ban of a client ID names, and nobody else. */
export const banImpacts: Record<BanKind, string> = {
  clientid: m.banClientidImpact,
  clientid_re: m.banOtherImpact,
  username: m.banOtherImpact,
  username_re: m.banOtherImpact,
  peerhost: addressImpact,
  peerhost_net: addressImpact,
}
