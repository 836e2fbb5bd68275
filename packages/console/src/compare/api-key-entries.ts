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

/** A key that is created again under the same name is another key, because the broker gives each key its own ID. */
const toComparable = ({ name, desc, enable, expired_at, role }: ApiKey, id: string): Comparable => ({
  // Community has no roles: each of its keys has all permissions.
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

/** Completes a key from a file; a field without a value counts as left out. */
export function completeKey(name: string, given: ConfigDocument): Comparable {
  const settings = Object.fromEntries(Object.entries(given).filter(([, held]) => held !== null))
  const { expired_at } = settings
  return comparable('api-keys', name, {
    ...settings,
    ...(expired_at === undefined ? {} : { expired_at: formatMoment(expired_at) }),
  })
}

/** The schema is strict, because the broker accepts unknown fields and ignores them. */
const newKeySchema = v.strictObject(apiKeys.create.body.entries)
/**
 * All fields are required in a change, because a missing field makes the key an administrator or removes its expiry.
 */
const changedKeySchema = v.required(v.strictObject(apiKeys.update.body.entries))

/** The broker fails if `desc` or `enable` is missing. */
export const formatKey = (name: string, settings: ConfigDocument): ConfigDocument => ({
  desc: '',
  enable: true,
  ...settings,
  name,
})

/** Throws if the settings are no valid key. */
export function checkKey(name: string, settings: ConfigDocument): void {
  parseBody(newKeySchema, formatKey(name, settings))
}

/** Creates or updates a key. The response of a creation contains the secret, which no other response does. */
export async function sendKey(
  ask: AskCluster,
  name: string,
  settings: ConfigDocument,
  isNew: boolean,
): Promise<unknown> {
  if (isNew) return await ask(apiKeys.create, { body: parseBody(newKeySchema, formatKey(name, settings)) })
  return await ask(apiKeys.update, { params: { name }, body: parseBody(changedKeySchema, settings) })
}

/** Describes the cluster and the caller, as far as it determines which keys can be promoted. */
export interface KeyLimits {
  /** True if the secret of a new key can be written to a file. */
  readonly keepsSecrets: boolean
  /** True if the broker has roles; Community has none. */
  readonly hasRoles: boolean
  /** The names of the keys that are known to be in use. */
  readonly used: ReadonlySet<string>
}

export type KeyLeftReason =
  /** The secret of a new key would be lost. */
  | 'no-secret'
  /** The key would be an administrator. */
  | 'no-roles'
  /** The clients that use the key would be locked out. */
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

/** Describes the effects of a new key or of a change of a key. */
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
