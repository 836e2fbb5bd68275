import { isIP } from 'node:net'
import type { BanKind } from '@brokerdeck/contract/access/banned.ts'
import { netCovers } from '@brokerdeck/languages/access-rules/ip-net.ts'
import { parsePattern } from '../../expressions/safe-pattern.ts'

export interface Peer {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
}

export type BanMatcher = (peer: Peer) => boolean

/** Returns the test by which a ban recognises a peer, or what is wrong with its `who`. */
export function banMatcher(as: BanKind, who: string): BanMatcher | { readonly fault: string } {
  switch (as) {
    case 'clientid':
      return (peer) => peer.clientid === who
    case 'username':
      return (peer) => peer.username === who
    case 'clientid_re':
      return patternMatcher(who, (peer) => peer.clientid)
    case 'username_re':
      return patternMatcher(who, (peer) => peer.username)
    case 'peerhost':
      return isIP(who) === 0 ? { fault: '"bad peerhost"' } : addressMatcher(who)
    case 'peerhost_net':
      return netMatcher(who)
  }
}

/** Adds the mask of a single address to a net that has no mask. */
export function normalizeWho(as: BanKind, who: string): string {
  if (as !== 'peerhost_net' || who.includes('/') || isIP(who) === 0) return who
  return `${who}/${isIP(who) === 4 ? 32 : 128}`
}

function patternMatcher(text: string, subjectOf: (peer: Peer) => string | undefined) {
  const pattern = parsePattern(text)
  if (typeof pattern !== 'function') return pattern
  return (peer: Peer) => {
    const subject = subjectOf(peer)
    // If the pattern cannot be decided, the ban applies.
    return subject !== undefined && pattern(subject) !== false
  }
}

function netMatcher(who: string) {
  const [address = '', mask = '', rest] = normalizeWho('peerhost_net', who).split('/')
  const family = isIP(address)
  const prefix = /^\d{1,3}$/.test(mask) ? Number(mask) : Number.NaN
  const isValid = family !== 0 && rest === undefined && prefix <= (family === 4 ? 32 : 128)
  return isValid ? addressMatcher(`${address}/${prefix}`) : { fault: 'function_clause' }
}

const addressMatcher =
  (net: string): BanMatcher =>
  (peer) =>
    netCovers(net, peer.peerhost)
