import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { request } from '#api/http.ts'

/**
 * The number of bans read at once. If there are more, the bans that name the client are requested; patterns and
 * networks among them are not.
 */
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

/** Returns the bans that may match a client. */
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
