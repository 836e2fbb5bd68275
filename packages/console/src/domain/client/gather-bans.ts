import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { request } from '#api/http.ts'

/** So many are read in one go. Of more, those that name the client are asked for; patterns and nets among them are not. */
const mostBans = 1000

interface ClientIdentity {
  readonly clientid: string
  readonly username: string
  readonly peerhost: string
}

interface GatheredBans {
  readonly bans: readonly Ban[]
  /** True if there are more bans than were looked at. */
  readonly hasMoreBans: boolean
}

/** The bans that may meet a client. */
export async function gatherBans(
  named: ClientIdentity,
  options: { readonly signal: AbortSignal },
): Promise<GatheredBans> {
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
