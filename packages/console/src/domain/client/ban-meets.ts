import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { netCovers } from '@brokerdeck/languages/access-rules/ip-net.ts'
import { findsPattern } from '@brokerdeck/languages/pcre/compile-pcre.ts'

interface BannedPeer {
  readonly clientid: string
  readonly username: string | undefined
  /** The address; undefined if it is unknown. */
  readonly peerhost: string | undefined
}

/** Tells whether a ban refuses a client; undefined if the console cannot determine it. */
export function banMeets({ as, who }: Pick<Ban, 'as' | 'who'>, peer: BannedPeer): boolean | undefined {
  const { clientid, username, peerhost } = peer
  switch (as) {
    case 'clientid':
      return who === clientid
    case 'username':
      return who === username
    case 'clientid_re':
      return findsPattern(who, clientid)
    case 'username_re':
      return username === undefined ? false : findsPattern(who, username)
    case 'peerhost':
    case 'peerhost_net':
      return peerhost === undefined ? undefined : netCovers(who, peerhost)
  }
}
