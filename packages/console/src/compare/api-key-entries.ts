import { type ApiKey, apiKeys } from '@brokerdeck/contract/system/api-keys.ts'
import * as v from 'valibot'
import { unlessGone } from '#api/errors.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { AskCluster } from './ask.ts'
import { comparable } from './comparable.ts'
import type { Comparable } from './compare-sides.ts'
import { formatMoment } from './format-moment.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionFacts as m } from './messages.ts'

/** A name that is made again is another key: the broker gives each an ID of its own. */
const toComparable = ({ name, desc, enable, expired_at, role }: ApiKey, id: string): Comparable => ({
  // Community has no roles: each of its keys may do everything.
  ...comparable('api-keys', name, { desc, enable, expired_at, role: role ?? 'administrator' }),
  writtenAt: id,
})

export async function listKeys(ask: AskCluster): Promise<readonly Comparable[]> {
  return (await ask(apiKeys.list, {})).map((key) => toComparable(key, key.api_key))
}

export async function readKey(ask: AskCluster, name: string): Promise<Comparable | undefined> {
  const key = await unlessGone(ask(apiKeys.get, { params: { name } }))
  return key && toComparable(key, key.api_key)
}

/** What somebody wrote; a field without a value counts as left out. */
export function completeKey(name: string, given: ConfigDocument): Comparable {
  const settings = Object.fromEntries(Object.entries(given).filter(([, held]) => held !== null))
  const { expired_at } = settings
  return comparable('api-keys', name, {
    ...settings,
    ...(expired_at === undefined ? {} : { expired_at: formatMoment(expired_at) }),
  })
}

/** The broker takes fields that it does not know, and forgets them. */
const newKeySchema = v.strictObject(apiKeys.create.body.entries)
/** What is left out of a change becomes an administrator that never expires. */
const changedKeySchema = v.required(v.strictObject(apiKeys.update.body.entries))

/** The broker fails where one of the two is left out. */
export const formatKey = (name: string, settings: ConfigDocument): ConfigDocument => ({
  desc: '',
  enable: true,
  ...settings,
  name,
})

/** Throws of what is no key. */
export function checkKey(name: string, settings: ConfigDocument): void {
  parseBody(newKeySchema, formatKey(name, settings))
}

/** What is there is changed, and what is not there is made: the answer holds the secret, which no other one does. */
export async function sendKey(
  ask: AskCluster,
  name: string,
  settings: ConfigDocument,
  isNew: boolean,
): Promise<unknown> {
  if (isNew) return await ask(apiKeys.create, { body: parseBody(newKeySchema, formatKey(name, settings)) })
  return await ask(apiKeys.update, { params: { name }, body: parseBody(changedKeySchema, settings) })
}

/** What is to be known of a cluster, and of who asks it, to say which keys can be brought there. */
export interface KeyLimits {
  /** The secret of a new key has a place to be written to. */
  readonly keepsSecrets: boolean
  /** Community has none. */
  readonly hasRoles: boolean
  /** Names of keys that are known to be in use. */
  readonly used: ReadonlySet<string>
}

export type KeyLeftReason =
  /** The secret of a new one would be lost. */
  | 'no-secret'
  /** It would be an administrator. */
  | 'no-roles'
  /** Whoever uses it would be locked out. */
  | 'used-key'

export function findKeyLeftReason(
  name: string,
  there: ConfigDocument,
  { keepsSecrets, hasRoles, used, isNew }: KeyLimits & { readonly isNew: boolean },
): KeyLeftReason | undefined {
  const { role = 'administrator' } = there
  if (!hasRoles && role !== 'administrator') return 'no-roles'
  if (isNew && !keepsSecrets) return 'no-secret'
  return used.has(name) && (isKeyClosed(there) || role === 'publisher') ? 'used-key' : undefined
}

function isKeyClosed({ enable, expired_at }: ConfigDocument): boolean {
  return enable === false || (typeof expired_at === 'string' && Date.parse(expired_at) <= Date.now())
}

/** What a change of a key does, or a new one. */
export function listKeyFacts({
  after,
  before,
}: {
  readonly after: ConfigDocument
  readonly before: ConfigDocument | undefined
}): readonly { readonly text: string; readonly cuts: boolean }[] {
  const { role = 'administrator' } = after
  const wasOpen = before?.['role'] === 'administrator' && !isKeyClosed(before)
  const isRaised = role === 'administrator' && !wasOpen && !isKeyClosed(after)
  const isEnded = before !== undefined && isKeyClosed(after) && !isKeyClosed(before)
  return [
    ...(before === undefined ? [{ text: m.newKey, cuts: false }] : []),
    ...(isRaised ? [{ text: m.keyAdministrator, cuts: true }] : []),
    ...(isEnded ? [{ text: m.keyEnded, cuts: true }] : []),
  ]
}
