import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { request } from '#api/http.ts'
import type { AccessSession } from '#features/access/access-walk/access-facts.ts'
import { runBulk } from '#lib/run-bulk.ts'
import type { AccessSample } from './access-sample.ts'

/** So many subscriptions are looked at. */
export const mostSampled = 1000

/** Of the address of a request, which proxies do not take at any length. */
const longestQuery = 4000
const mostAtOnce = 100
const name = 'clientid=&'

/** Client IDs in as many lists as it takes to ask for them; one that no address holds is left out. */
function splitIntoBatches(ids: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = []
  let room = 0
  for (const id of ids) {
    // Half of a pair stands for no character that could be sent.
    const length = /\p{Surrogate}/u.test(id) ? longestQuery : encodeURIComponent(id).length + name.length
    if (length >= longestQuery) continue
    const last = batches.at(-1)
    if (last === undefined || length > room || last.length >= mostAtOnce) {
      batches.push([id])
      room = longestQuery - length
    } else {
      last.push(id)
      room -= length
    }
  }
  return batches
}

/** A bounded part of what is subscribed: the broker is busy with devices. */
export async function readSample(signal: AbortSignal): Promise<AccessSample> {
  const options = { signal }
  const { data, meta } = await request(subscriptions.list, { query: { limit: mostSampled } }, options)
  const sessions = new Map<string, AccessSession>()
  const { failed } = await runBulk({
    items: splitIntoBatches([...new Set(data.map(({ clientid }) => clientid))]),
    run: async (clientid) => {
      const answer = await request(
        clients.list,
        { query: { clientid: [...clientid], limit: mostAtOnce } },
        options,
      )
      for (const session of answer.data) sessions.set(session.clientid, session)
    },
    signal,
  })
  const [failure] = failed
  if (failure !== undefined) throw failure.error
  return {
    subscriptions: data.map(({ clientid, topic, qos }) => ({ clientid, topic, qos })),
    total: Math.max(meta.count ?? 0, data.length),
    sessions,
  }
}
