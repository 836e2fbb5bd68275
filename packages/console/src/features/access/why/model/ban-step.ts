import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { banMeets } from '#domain/client/ban-meets.ts'
import type { Asker } from '#features/access/access-walk/asker.ts'
import { whyUnknown } from '#features/access/access-walk/why-unknown.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { m } from '../messages.ts'
import type { AttemptFacts } from './facts.ts'
import type { WalkStep } from './walk.ts'

const kinds: Readonly<Record<Ban['as'], string>> = {
  clientid: m.banClientid,
  username: m.banUsername,
  peerhost: m.banAddress,
  clientid_re: m.banClientids,
  username_re: m.banUsernames,
  peerhost_net: m.banNet,
}

function until(ban: Ban): string {
  return ban.until === 'infinity' ? m.forEver : m.until(formatDateTime(ban.until))
}

/** Whoever is banned is refused before anybody is asked. */
export function banStep({ bans, hasMoreBans }: AttemptFacts, asker: Asker): WalkStep {
  const place = { id: 'ban', title: m.bans, href: paths.banned() }
  const { clientid, username, peerhost } = asker.client
  const peer = { clientid, username, peerhost: asker.unknown.has('address') ? undefined : peerhost }
  const met = bans.find((ban) => banMeets(ban, peer) === true)
  if (met !== undefined) {
    const text = m.banned(kinds[met.as], visibleText(met.who, 120), until(met))
    return { ...place, basis: 'computed', outcome: 'deny', text }
  }
  const doubtful = bans.find((ban) => banMeets(ban, peer) === undefined)
  if (doubtful !== undefined || hasMoreBans) {
    const text = doubtful === undefined ? m.moreBans(bans.length) : doubtOf(doubtful)
    return { ...place, basis: 'unknown', outcome: 'mayDeny', text }
  }
  return { ...place, basis: 'computed', outcome: 'next', text: m.notBanned }
}

function doubtOf({ as, who }: Ban): string {
  const isPattern = as === 'clientid_re' || as === 'username_re'
  return isPattern ? m.banPatternUnknown(kinds[as], visibleText(who, 120)) : whyUnknown.address
}
