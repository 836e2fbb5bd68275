import type { BanKind } from '@brokerdeck/contract/banned.ts'
import { m } from './messages.ts'

/** What a ban compares, as operators call it. */
export const banKindNames: Record<BanKind, string> = {
  clientid: m.banClientid,
  clientid_re: m.banClientidPattern,
  username: m.banUsername,
  username_re: m.banUsernamePattern,
  peerhost: m.banPeerhost,
  peerhost_net: m.banNetwork,
}
