import { isIP } from 'node:net'
import { type Ban as BanJson, type BanKind, banned } from '@brokerdeck/contract/access/banned.ts'
import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import { compilePcre, Pcre } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { formatSeconds } from '../../http/timestamp.ts'
import { banMatcher, normalizeWho } from './ban-matcher.ts'
import type { Ban } from './banned.ts'

type Query = ReceivedOf<typeof banned.list>['query']
type Moment = string | number | null | undefined

function toBan({ as, who, by, reason, at, until }: Ban): BanJson {
  return {
    as,
    who,
    by,
    reason,
    at: formatSeconds(at),
    until: until === null ? 'infinity' : formatSeconds(until),
  }
}

/** Returns seconds since the epoch; fractions are cut off. */
function toSeconds(moment: Moment): number | undefined {
  if (moment === undefined || moment === null) return undefined
  return typeof moment === 'number' ? moment : Math.floor(Date.parse(moment) / 1000)
}

function banFilter(query: Query): { matches(ban: Ban): boolean; isFuzzy: boolean } | undefined {
  const filters = [
    exact('clientid', query.clientid),
    exact('username', query.username),
    exact('peerhost', query.peerhost),
    like('clientid', query.like_clientid),
    like('username', query.like_username),
    like('peerhost', query.like_peerhost),
    like('peerhost_net', query.like_peerhost_net),
  ].filter((one) => one !== undefined)
  if (filters.length > 1) throw refusal(400, 'BAD_REQUEST', 'too_many_filters')
  return filters[0]
}

function exact(as: BanKind, who: string | undefined) {
  if (who === undefined) return undefined
  if (as === 'peerhost' && isIP(who) === 0) throw refusal(400, 'BAD_REQUEST', '"bad peerhost"')
  return { isFuzzy: false, matches: (ban: Ban) => ban.as === as && ban.who === who }
}

function like(as: BanKind, text: string | undefined) {
  if (text === undefined) return undefined
  const pattern = compilePcre(text)
  if (!(pattern instanceof Pcre)) {
    const { fault: reason, at: position } = pattern
    const message = 'The filter is not a validation regex expression'
    throw refusal(400, 'BAD_REQUEST', JSON.stringify({ reason, position, message, filter: text }))
  }
  const matches = (ban: Ban): boolean => {
    const found = ban.as === as && pattern.tryMatch(ban.who)
    if (found !== 'given-up') return found
    // A partial list would look like a complete list.
    const message = 'The filter takes too long'
    throw refusal(400, 'BAD_REQUEST', JSON.stringify({ reason: 'backtracking', message, filter: text }))
  }
  return { isFuzzy: true, matches }
}

export const bannedApi = apiResource({
  endpoints: banned,
  uses: ['banned', 'now'],
  handlers: {
    list({ query }, { banned }) {
      const filter = banFilter(query)
      const found = banned.list().filter((ban) => filter === undefined || filter.matches(ban))
      const body = toPage(found, query, toBan, filter?.isFuzzy !== true)
      if (filter !== undefined) return { status: 200, body }
      // The broker counts an unfiltered list, but does not say whether there is more.
      const { hasnext: _, ...meta } = body.meta
      return { status: 200, body: { data: body.data, meta } }
    },

    async create({ body }, { now, banned }) {
      const { as } = body
      const who = normalizeWho(as, body.who)
      const matches = banMatcher(as, who)
      if (typeof matches !== 'function') throw refusal(400, 'BAD_REQUEST', matches.fault)
      const second = Math.floor(now() / 1000)
      const until = body.until === 'infinity' ? undefined : toSeconds(body.until)
      if (until !== undefined && until <= second) {
        throw refusal(400, 'BAD_REQUEST', `Cannot create expired banned, "${second}" to "${until}"`)
      }
      const existing = banned.find(as, who)
      if (existing !== undefined) throw refusal(400, 'ALREADY_EXISTS', JSON.stringify(toBan(existing)))
      const ban: Ban = {
        as,
        who,
        by: body.by ?? 'mgmt_api',
        reason: body.reason ?? '',
        at: toSeconds(body.at) ?? second,
        until: until ?? null,
      }
      await banned.add(ban, matches)
      return { status: 200, body: toBan(ban) }
    },

    async remove({ params: { as, who } }, { banned }) {
      if (!(await banned.remove(as, who))) throw refusal(404, 'NOT_FOUND', `${as}: ${who} not found`)
      return { status: 204, body: undefined }
    },

    async clear(_received, { banned }) {
      await banned.clear()
      return { status: 204, body: undefined }
    },
  },
})
