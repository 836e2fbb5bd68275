import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { request } from '#api/http.ts'
import { banMeets } from './ban-meets.ts'

export type Meant = Pick<Ban, 'as' | 'who'>

export interface Matching {
  readonly looked: number
  readonly clientids: readonly string[]
  /** Of so many it cannot be told whether they match. */
  readonly unknown: number
}

/** `GET /clients` compares exact values itself; expressions and networks are compared here, with every client. */
function askedFor({ as, who }: Meant) {
  if (as === 'username') return { username: [who] }
  return as === 'peerhost' ? { ip_address: who } : {}
}

const batchSize = 5000

/** The connected clients that a ban refuses when they come again, after each batch that was looked at. */
export async function* matchingClients(
  bans: readonly Meant[],
  signal: AbortSignal,
): AsyncGenerator<Matching> {
  const found = new Set<string>()
  let looked = 0
  let unknown = 0
  for (const ban of bans) {
    const asked = {
      conn_state: 'connected',
      fields: 'clientid,username,ip_address',
      ...askedFor(ban),
    } as const
    for (let page = 1, isMore = true; isMore; page += 1) {
      const query = { page, limit: batchSize, ...asked }
      const { data, meta } = await request(clients.list, { query }, { signal })
      for (const { clientid, username, ip_address: peerhost } of data) {
        const isMet = banMeets(ban, { clientid, username: username ?? undefined, peerhost })
        if (isMet === true) found.add(clientid)
        else if (isMet === undefined) unknown += 1
      }
      looked += data.length
      isMore = hasNextPage(meta)
      yield { looked, clientids: [...found], unknown }
    }
  }
}
