import { banned } from '@brokerdeck/contract/banned.ts'
import { request } from '#api/http.ts'
import type { AttemptFacts } from './model/facts.ts'

/** So many are read in one go. Of more, those that name the client are asked for; patterns and nets among them are not. */
const mostBans = 1000

interface Named {
  readonly clientid: string
  readonly username: string
  readonly peerhost: string
}

export async function gatherBans(
  named: Named,
  options: { readonly signal: AbortSignal },
): Promise<Pick<AttemptFacts, 'bans' | 'hasMoreBans'>> {
  const { data, meta } = await request(banned.list, { query: { limit: mostBans } }, options)
  if ((meta.count ?? data.length) <= data.length) return { bans: data, hasMoreBans: false }
  const { clientid, username, peerhost } = named
  const queries = [
    { clientid },
    ...(username === '' ? [] : [{ username }]),
    ...(peerhost === '' ? [] : [{ peerhost }]),
  ]
  const found = await Promise.all(
    queries.map((query) => request(banned.list, { query: { limit: 1, ...query } }, options)),
  )
  return { bans: [...found.flatMap((one) => one.data), ...data], hasMoreBans: true }
}
