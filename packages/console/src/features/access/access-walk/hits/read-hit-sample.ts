import type { Who } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { request } from '#api/http.ts'
import { runBulk } from '#lib/run-bulk.ts'
import type { AccessSession } from '../access-facts.ts'
import type { AccessSample } from '../preview/access-sample.ts'
import { mostSampled, readSample } from '../preview/read-sample.ts'

export interface HitSample extends AccessSample {
  /** As many clients as the broker says there are, of those that were asked for. */
  readonly totalClients: number
  /** The very clients that the rule names were asked for, not some of all. */
  readonly isOfNamed: boolean
}

type Named =
  | { readonly clientid: string[] }
  | { readonly username: string[] }
  | { readonly ip_address: string }

/** Of a name, an address has to carry it. */
const longestName = 1000

/** How the clients can be asked for that a rule is for at most; undefined where only looking at some of all will do. */
export function namedBy(who: Who): Named | undefined {
  if (who.kind === 'and') return who.of.map(namedBy).find((named) => named !== undefined)
  if (who.kind === 'ipaddr') return /^\d+\.\d+\.\d+\.\d+$/.test(who.net) ? { ip_address: who.net } : undefined
  if (who.kind !== 'clientid' && who.kind !== 'username') return undefined
  const { text, isPattern } = who
  if (isPattern || text === '' || text.length > longestName || /\p{Surrogate}/u.test(text)) return undefined
  return who.kind === 'clientid' ? { clientid: [text] } : { username: [text] }
}

/** So many clients of one name, or one address, are asked for what they subscribe. */
const mostNamed = 50

async function readNamed(named: Named, signal: AbortSignal): Promise<HitSample> {
  const options = { signal }
  const { data, meta } = await request(
    clients.list,
    { query: { ...named, conn_state: 'connected', limit: mostNamed } },
    options,
  )
  const found: AccessSample['subscriptions'][number][] = []
  let total = 0
  const { failed } = await runBulk({
    items: data,
    run: async ({ clientid }) => {
      const limit = Math.ceil(mostSampled / data.length)
      const answer = await request(subscriptions.list, { query: { clientid, limit } }, options)
      found.push(...answer.data)
      total += Math.max(answer.meta.count ?? 0, answer.data.length)
    },
    signal,
  })
  const [failure] = failed
  if (failure !== undefined) throw failure.error
  const sessions = new Map<string, AccessSession>(data.map((session) => [session.clientid, session]))
  const totalClients = Math.max(meta.count ?? 0, data.length)
  return { subscriptions: found, total, sessions, totalClients, isOfNamed: true }
}

async function readSome(signal: AbortSignal): Promise<HitSample> {
  const query = { conn_state: 'connected', limit: mostSampled } as const
  const [sample, { data, meta }] = await Promise.all([
    readSample(signal),
    request(clients.list, { query }, { signal }),
  ])
  const sessions = new Map([
    ...data.map((session) => [session.clientid, session] as const),
    ...sample.sessions,
  ])
  const totalClients = Math.max(meta.count ?? 0, data.length)
  return { ...sample, sessions, totalClients, isOfNamed: false }
}

/** Clients and subscriptions in which a rule's hits are looked for; bounded, since the broker is busy with devices. */
export function readHitSample(who: Who, signal: AbortSignal): Promise<HitSample> {
  const named = namedBy(who)
  return named === undefined ? readSome(signal) : readNamed(named, signal)
}
