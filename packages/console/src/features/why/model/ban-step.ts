import { netCovers } from '@brokerdeck/contract/access/ip-net.ts'
import type { Ban } from '@brokerdeck/contract/banned.ts'
import type { Asker } from '#domain/access-walk/asker.ts'
import { lackWords } from '#domain/access-walk/lack-words.ts'
import { patternTest } from '#domain/access-walk/pattern-test.ts'
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

/** Undefined where it cannot be told. */
function meets({ as, who }: Ban, { client, unknown }: Asker): boolean | undefined {
  const { clientid, username, peerhost } = client
  switch (as) {
    case 'clientid':
      return who === clientid
    case 'username':
      return who === username
    case 'clientid_re':
      return patternTest(who, clientid)
    case 'username_re':
      return username === undefined ? false : patternTest(who, username)
    case 'peerhost':
    case 'peerhost_net':
      return unknown.has('address') ? undefined : netCovers(who, peerhost)
  }
}

function until(ban: Ban): string {
  return ban.until === 'infinity' ? m.forEver : m.until(formatDateTime(ban.until))
}

/** Whoever is banned is refused before anybody is asked. */
export function banStep({ bans, hasMoreBans }: AttemptFacts, asker: Asker): WalkStep {
  const place = { id: 'ban', title: m.bans, href: paths.banned() }
  const met = bans.find((ban) => meets(ban, asker) === true)
  if (met !== undefined) {
    const text = m.banned(kinds[met.as], visibleText(met.who, 120), until(met))
    return { ...place, basis: 'computed', outcome: 'deny', text }
  }
  const doubtful = bans.find((ban) => meets(ban, asker) === undefined)
  if (doubtful !== undefined || hasMoreBans) {
    const text = doubtful === undefined ? m.moreBans(bans.length) : doubtOf(doubtful)
    return { ...place, basis: 'unknown', outcome: 'mayDeny', text }
  }
  return { ...place, basis: 'computed', outcome: 'next', text: m.notBanned }
}

function doubtOf({ as, who }: Ban): string {
  const isPattern = as === 'clientid_re' || as === 'username_re'
  return isPattern ? m.banPatternUnknown(kinds[as], visibleText(who, 120)) : lackWords.address
}
