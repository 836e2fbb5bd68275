import { secret } from '@brokerdeck/contract/description/scalars.ts'
import type { MapOf, Schema } from '@brokerdeck/contract/description/schema.ts'
import { isPlainObject } from './plain-object.ts'

/** The text that stands for a secret in every response, and for "unchanged" in a request. */
export const masked = '******'

type Change = (value: unknown, before: unknown) => unknown

/** The path of a file that holds the secret is not a secret itself. */
const isPath = (value: unknown): boolean => typeof value === 'string' && value.startsWith('file://')

/** Returns the document with its secrets masked. */
export function maskSecrets(schema: Schema, value: unknown): unknown {
  return eachSecret(schema, value, undefined, (now) => (isPath(now) ? now : masked))
}

/** Returns the document with masked secrets replaced by those of the previous document. */
export function keepSecrets(schema: Schema, value: unknown, before: unknown): unknown {
  return eachSecret(schema, value, before, (now, old) => (now === masked && old !== undefined ? old : now))
}

function eachSecret(schema: Schema, value: unknown, before: unknown, change: Change): unknown {
  if (schema.kind === 'scalar') return schema.isSecret === true ? change(value, before) : value
  if (schema.kind === 'list') {
    if (!Array.isArray(value)) return value
    return value.map((one, at) => eachSecret(schema.item, one, sameItem(before, one, at), change))
  }
  if (schema.kind === 'union') {
    const chosen = schema.select?.(value)
    const members = chosen !== undefined && 'kind' in chosen ? [chosen] : schema.members
    return members.reduce<unknown>((all, member) => eachSecret(member, all, before, change), value)
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, one]) => {
    const inner = schema.kind === 'map' ? valueSchema(schema, name) : schema.fields[name]?.schema
    return [name, inner === undefined ? one : eachSecret(inner, one, valueAt(before, name), change)]
  })
  return Object.fromEntries(entries)
}

const valueSchema = ({ value, secretKeys }: MapOf, key: string): Schema =>
  secretKeys?.test(key) === true ? secret : value

/** The fields that identify an item of a list, independent of its position. */
const identity = ['id', 'mechanism', 'backend', 'type', 'name']

/** Finds the previous item by its identity, so that a secret never moves to another item when the order changes. */
function sameItem(list: unknown, item: unknown, at: number): unknown {
  if (!Array.isArray(list)) return undefined
  const known = identity.filter((name) => valueAt(item, name) !== undefined)
  if (known.length === 0) return list[at]
  return list.find((one) => identity.every((name) => valueAt(one, name) === valueAt(item, name)))
}

const valueAt = (value: unknown, name: string): unknown =>
  isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
