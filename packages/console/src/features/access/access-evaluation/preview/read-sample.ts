import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { request } from '#api/http.ts'
import type { AccessSession } from '#features/access/access-evaluation/access-facts.ts'
import { runBulk } from '#lib/run-bulk.ts'
import type { AccessSample } from './access-sample.ts'

/** The maximum number of subscriptions that are looked at. */
export const mostSampled = 1000

/** The maximum length of a request's query string, because proxies limit the length of a URL. */
const longestQuery = 4000
const mostAtOnce = 100
const name = 'clientid=&'

/** Splits client IDs into the batches that are needed to request them; leaves out an ID that is too long for a URL. */
function splitIntoBatches(ids: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = []
  let room = 0
  for (const id of ids) {
    // A lone surrogate is not a character that can be sent.
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

/** Reads a bounded part of the subscriptions, since the broker is busy with devices. */
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
