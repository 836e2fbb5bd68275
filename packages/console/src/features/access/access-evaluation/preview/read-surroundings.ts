import {
  type Authenticator,
  type AuthnUser,
  authentication,
} from '@brokerdeck/contract/access/authentication.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { hasNextPage, type PageMeta } from '@brokerdeck/contract/paging.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { topicRewrite } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import type { AccessListener, AccessSession } from '#features/access/access-evaluation/access-facts.ts'
import { toUserId } from '#features/access/access-evaluation/to-user-id.ts'
import { runBulk } from '#lib/run-bulk.ts'
import type { AccessSurroundings, BuiltInRules, Lookup } from './access-sample.ts'

const emptyLookup = (): 'none' => 'none'

const limit = 1000
const mostListeners = 20

type PreviewClients = readonly { readonly clientid: string; readonly username: string | undefined }[]

const toNames = (names: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => (name === undefined || name === '' ? [] : [name])))

function readUsers(
  authenticator: Authenticator,
  who: PreviewClients,
  signal: AbortSignal,
): Promise<Lookup<AuthnUser>> {
  const { id } = authenticator
  return readLookup({
    wanted: toNames(who.map((one) => toUserId(authenticator, one))),
    page: (page) => request(authentication.users, { params: { id }, query: { page, limit } }, { signal }),
    one: (user_id) => unlessGone(request(authentication.user, { params: { id, user_id } }, { signal })),
    getName: ({ user_id }) => user_id,
    signal,
  })
}

async function readRules(who: PreviewClients, signal: AbortSignal): Promise<BuiltInRules> {
  const options = { signal }
  const [ofClients, ofUsers, ofAll] = await Promise.all([
    readLookup({
      wanted: toNames(who.map(({ clientid }) => clientid)),
      page: (page) => request(authorizationRules.clients, { query: { page, limit } }, options),
      one: (clientid) => unlessGone(request(authorizationRules.client, { params: { clientid } }, options)),
      getName: ({ clientid }) => clientid,
      signal,
    }),
    readLookup({
      wanted: toNames(who.map(({ username }) => username)),
      page: (page) => request(authorizationRules.users, { query: { page, limit } }, options),
      one: (username) => unlessGone(request(authorizationRules.user, { params: { username } }, options)),
      getName: ({ username }) => username,
      signal,
    }),
    unlessGone(request(authorizationRules.all, {}, options)),
  ])
  const toRulesLookup = (lookup: typeof ofClients | typeof ofUsers) => (name: string) => {
    const entry = lookup(name)
    return typeof entry === 'string' ? entry : entry.rules
  }
  return { clients: toRulesLookup(ofClients), users: toRulesLookup(ofUsers), all: ofAll?.rules ?? [] }
}

/** Reads the listeners one by one: the list does not contain the settings of a single listener. */
async function readListeners(
  sessions: readonly AccessSession[],
  options: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, AccessListener>> {
  const ids = [...toNames(sessions.map(({ listener }) => listener))].slice(0, mostListeners)
  const found = await Promise.all(
    ids.map(async (id) => {
      const listener = await unlessGone(request(listeners.get, { params: { id } }, options))
      return listener === undefined ? [] : [[id, listener] as const]
    }),
  )
  return new Map(found.flat())
}

const noBuiltInRules: BuiltInRules = { clients: emptyLookup, users: emptyLookup, all: [] }

/** Reads the surroundings anew for each review: rules and users may have been written since the sample was taken. */
export async function readSurroundings(
  sessions: readonly AccessSession[],
  hasRules: boolean,
  signal: AbortSignal,
): Promise<AccessSurroundings> {
  const options = { signal }
  const who = sessions.map(({ clientid, username }) => ({ clientid, username: username ?? undefined }))
  const [authenticators, ports, rules, rewriting = []] = await Promise.all([
    request(authentication.list, {}, options),
    readListeners(sessions, options),
    hasRules ? readRules(who, signal) : noBuiltInRules,
    unlessGone(request(topicRewrite.get, {}, options)),
  ])
  const builtIn = authenticators.filter(({ enable, backend }) => enable && backend === 'built_in_database')
  const users = new Map<string, Lookup<AuthnUser>>()
  for (const one of builtIn) users.set(one.id, await readUsers(one, who, signal))
  const isRewritten = rewriting.some(({ action }) => action !== 'publish')
  return { authenticators, users, listeners: ports, rules, isRewritten }
}

interface LookupReads<Entry> {
  /** The names that will be looked up. */
  readonly wanted: ReadonlySet<string>
  readonly page: (page: number) => Promise<{ readonly data: readonly Entry[]; readonly meta: PageMeta }>
  readonly one: (name: string) => Promise<Entry | undefined>
  readonly getName: (entry: Entry) => string
  readonly signal: AbortSignal
}

const mostPages = 5

const mostAsked = 200

/**
 * Reads entries from the list while the list is short. From a long list, up to `mostAsked` missing names are
 * requested one by one.
 */
async function readLookup<Entry>(reads: LookupReads<Entry>): Promise<Lookup<Entry>> {
  const { wanted, getName, signal } = reads
  const found = new Map<string, Entry | 'none'>()
  const isMissing = () => [...wanted].some((name) => !found.has(name))
  let isAll = wanted.size === 0
  for (let page = 1; page <= mostPages && !isAll && isMissing(); page += 1) {
    const { data, meta } = await reads.page(page)
    for (const entry of data) if (wanted.has(getName(entry))) found.set(getName(entry), entry)
    isAll = !hasNextPage(meta)
  }
  if (isAll) return (name) => found.get(name) ?? 'none'
  const items = [...wanted].filter((name) => !found.has(name) && canAddress(name)).slice(0, mostAsked)
  const { failed } = await runBulk({
    items,
    run: async (name) => found.set(name, (await reads.one(name)) ?? 'none'),
    signal,
  })
  const [failure] = failed
  if (failure !== undefined) throw failure.error
  return (name) => found.get(name) ?? 'unread'
}
