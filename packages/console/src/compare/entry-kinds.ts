import {
  authorizationRules,
  builtInRuleInputSchema,
} from '@brokerdeck/contract/access/authorization-rules.ts'
import { type BanKind, banKinds, banned } from '@brokerdeck/contract/access/banned.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { apiKeys } from '@brokerdeck/contract/system/api-keys.ts'
import * as v from 'valibot'
import { unlessGone } from '#api/errors.ts'
import { IncompleteDocument, parseBody } from '#resource/endpoint-form/parse-body.ts'
import { checkKey, completeKey, listKeys, readKey, sendKey } from './api-key-entries.ts'
import type { AskCluster } from './ask.ts'
import { comparable } from './comparable.ts'
import type { Comparable, EntryKind, Kind } from './compare-sides.ts'
import { formatMoment } from './format-moment.ts'
import { TooManyError } from './kind-in-file.ts'
import type { ConfigDocument } from './masked-config.ts'

interface EntryPlace {
  readonly method: 'POST' | 'PUT'
  readonly path: string
}

/** Describes the API of a kind that no configuration contains. */
interface EntryApi {
  /** True if the API has no update, so the object is deleted and created again. */
  readonly isReplaced: boolean
  /** Returns the path below `/api/v5` of the object to delete. */
  readonly path: (id: string) => string
  readonly isAddressable: (id: string) => boolean
  readonly findWrite: (id: string, isNew: boolean) => EntryPlace
  readonly formatBody: (id: string, settings: ConfigDocument) => ConfigDocument
  readonly list: (ask: AskCluster) => Promise<readonly Comparable[]>
  readonly read: (ask: AskCluster, id: string) => Promise<Comparable | undefined>
  readonly send: (ask: AskCluster, id: string, settings: ConfigDocument, isNew: boolean) => Promise<unknown>
  readonly remove: (ask: AskCluster, id: string) => Promise<unknown>
  /** True if a field that a file leaves out stays unchanged, rather than being reset to the broker's default. */
  readonly keepsLeftOut: boolean
  /**
   * Returns hand-written settings as the broker would return them; undefined for settings that it would no longer
   * accept.
   */
  readonly complete: (id: string, settings: ConfigDocument) => Comparable | undefined
}

/** The maximum number of items on a page of the broker. */
const mostListed = 10_000
const whole = { page: 1, limit: mostListed }

/** Splits an ID such as `clientid:NAME` into its type and its name. */
function splitEntry(id: string): { readonly as: string; readonly who: string } {
  const at = id.indexOf(':')
  return { as: id.slice(0, at), who: id.slice(at + 1) }
}

const findBanKind = (as: string): BanKind | undefined => banKinds.find((one) => one === as)

/**
 * Completes a ban. Expired bans have no effect, and those of the flapping detector come and go automatically, so both
 * are left out.
 */
function completeBan(id: string, { at, ...given }: ConfigDocument): Comparable | undefined {
  const settings = {
    ...given,
    // The broker treats an empty value, as in `reason:`, as left out.
    by: given['by'] ?? 'mgmt_api',
    reason: given['reason'] ?? '',
    until: formatMoment(given['until'] ?? 'infinity'),
  }
  const { by, until } = settings
  if (isOver(until) || by === 'flapping detector') return undefined
  return { ...comparable('bans', id, settings), writtenAt: at }
}

async function listBans(ask: AskCluster, query: object = {}): Promise<readonly Comparable[]> {
  const { data, meta } = await ask(banned.list, { query: { ...whole, ...query } })
  if (hasNextPage(meta)) throw new TooManyError(mostListed)
  return data.flatMap(({ as, who, ...ban }) => completeBan(`${as}:${who}`, ban) ?? [])
}

/** The list cannot be filtered by patterns and networks. */
async function readBan(ask: AskCluster, id: string): Promise<Comparable | undefined> {
  const { as, who } = splitEntry(id)
  const isFound = ['clientid', 'username', 'peerhost'].includes(as) && who !== ''
  return (await listBans(ask, isFound ? { [as]: who } : {})).find((one) => one.id === id)
}

/** Throws if the settings are no ban, or if the ban has expired. */
function parseBan(id: string, settings: ConfigDocument) {
  const body = parseBody(banned.create.body, formatBan(id, settings))
  if (isOver(body.until)) throw new IncompleteDocument(`the ban is over: ${body.until}`)
  return body
}

const isOver = (until: unknown) => typeof until === 'string' && Date.parse(until) <= Date.now()

const formatBan = (id: string, settings: ConfigDocument): ConfigDocument => ({
  ...settings,
  ...splitEntry(id),
})

async function removeBan(ask: AskCluster, id: string): Promise<unknown> {
  const { as, who } = splitEntry(id)
  return await ask(banned.remove, { params: parseBody(banned.remove.params, { as, who }) })
}

/** The ID of the rules for all clients, which have no name. */
const everybody = 'all'

/** A list is compared as a whole, so the defaults of the broker within the list are added here, too. */
function completeRules(id: string, settings: ConfigDocument): Comparable | undefined {
  const { rules } = settings
  if (!Array.isArray(rules)) return comparable('builtin-rules', id, settings)
  // The broker returns an empty list if no rules were written.
  if (id === everybody && rules.length === 0) return undefined
  const filled = rules.map((one: unknown) => {
    const { success, output } = v.safeParse(builtInRuleInputSchema, one)
    if (!success) return one
    // The retain flag does not apply to subscriptions.
    return output.action === 'subscribe' ? { ...output, retain: 'all' } : output
  })
  return comparable('builtin-rules', id, { ...settings, rules: filled })
}

async function listRules(ask: AskCluster): Promise<readonly Comparable[]> {
  // Without its authorization source, the database answers with an error.
  const read = await unlessGone(
    Promise.all([
      ask(authorizationRules.clients, { query: whole }),
      ask(authorizationRules.users, { query: whole }),
      ask(authorizationRules.all, {}),
    ]),
  )
  if (read === undefined) return []
  const [clients, users, all] = read
  if (hasNextPage(clients.meta) || hasNextPage(users.meta)) throw new TooManyError(mostListed)
  return [
    completeRules(everybody, all) ?? [],
    ...clients.data.map(({ clientid, rules }) => completeRules(`clientid:${clientid}`, { rules }) ?? []),
    ...users.data.map(({ username, rules }) => completeRules(`username:${username}`, { rules }) ?? []),
  ].flat()
}

async function readRules(ask: AskCluster, id: string): Promise<Comparable | undefined> {
  const { as, who } = splitEntry(id)
  if (id === everybody) {
    const all = await unlessGone(ask(authorizationRules.all, {}))
    return all && completeRules(id, all)
  }
  const { client, user } = authorizationRules
  const read =
    as === 'clientid'
      ? await unlessGone(ask(client, { params: { clientid: who } }))
      : await unlessGone(ask(user, { params: { username: who } }))
  return read && completeRules(id, { rules: read.rules })
}

function formatRules(id: string, settings: ConfigDocument): ConfigDocument {
  const { as, who } = splitEntry(id)
  return id === everybody ? settings : { ...settings, [as]: who }
}

async function sendRules(ask: AskCluster, id: string, settings: ConfigDocument): Promise<unknown> {
  const { saveAll, saveClient, saveUser } = authorizationRules
  const { as, who } = splitEntry(id)
  const body = formatRules(id, settings)
  if (id === everybody) return await ask(saveAll, { body: parseBody(saveAll.body, body) })
  if (as === 'clientid')
    return await ask(saveClient, { params: { clientid: who }, body: parseBody(saveClient.body, body) })
  return await ask(saveUser, { params: { username: who }, body: parseBody(saveUser.body, body) })
}

async function removeRules(ask: AskCluster, id: string): Promise<unknown> {
  const { clearAll, removeClient, removeUser } = authorizationRules
  const { as, who } = splitEntry(id)
  if (id === everybody) return await ask(clearAll, {})
  if (as === 'clientid') return await ask(removeClient, { params: { clientid: who } })
  return await ask(removeUser, { params: { username: who } })
}

function findRulesPath(id: string): string {
  const { as, who } = splitEntry(id)
  if (id === everybody) return authorizationRules.all.path
  const { clients, users } = authorizationRules
  return `${as === 'clientid' ? clients.path : users.path}/${encodeURIComponent(who)}`
}

export const entryApis: Readonly<Record<EntryKind, EntryApi>> = {
  bans: {
    isReplaced: true,
    path: (id) => {
      const { as, who } = splitEntry(id)
      return `${banned.list.path}/${encodeURIComponent(as)}/${encodeURIComponent(who)}`
    },
    isAddressable: (id) => findBanKind(splitEntry(id).as) !== undefined && canAddress(splitEntry(id).who),
    findWrite: () => ({ method: 'POST', path: banned.create.path }),
    formatBody: formatBan,
    list: listBans,
    read: readBan,
    send: (ask, id, settings) => ask(banned.create, { body: parseBan(id, settings) }),
    remove: removeBan,
    keepsLeftOut: false,
    complete: completeBan,
  },
  'builtin-rules': {
    isReplaced: false,
    path: findRulesPath,
    isAddressable: (id) => {
      const { as, who } = splitEntry(id)
      return id === everybody || (['clientid', 'username'].includes(as) && canAddress(who))
    },
    findWrite: (id) => ({ method: id === everybody ? 'POST' : 'PUT', path: findRulesPath(id) }),
    formatBody: formatRules,
    list: listRules,
    read: readRules,
    send: sendRules,
    remove: removeRules,
    keepsLeftOut: false,
    complete: completeRules,
  },
  'api-keys': {
    isReplaced: false,
    path: (id) => `${apiKeys.list.path}/${encodeURIComponent(id)}`,
    isAddressable: canAddress,
    findWrite: (id, isNew) =>
      isNew
        ? { method: 'POST', path: apiKeys.create.path }
        : { method: 'PUT', path: `${apiKeys.list.path}/${encodeURIComponent(id)}` },
    formatBody: (_, settings) => settings,
    list: listKeys,
    read: readKey,
    send: sendKey,
    remove: (ask, name) => ask(apiKeys.remove, { params: { name } }),
    keepsLeftOut: true,
    complete: completeKey,
  },
}

export function isEntry(kind: Kind): kind is EntryKind {
  return Object.hasOwn(entryApis, kind)
}

/** Throws for settings that no broker would accept, before an object is deleted or opened for them. */
export function checkEntry(
  { kind, id }: { readonly kind: Kind; readonly id: string },
  settings: ConfigDocument,
) {
  if (kind === 'bans') parseBan(id, settings)
  if (kind === 'api-keys') checkKey(id, settings)
}

/** Returns true if an API path can contain the ID. */
export const canReach = ({ kind, id }: { readonly kind: Kind; readonly id: string }): boolean =>
  isEntry(kind) ? entryApis[kind].isAddressable(id) : canAddress(id)
