import { isPlainObject } from './plain-object.ts'
import type { Schema } from './schema.ts'

/** What stands for a secret in every answer, and for "as before" in what is written. */
export const masked = '******'

type Change = (value: unknown, before: unknown) => unknown

/** The document with its secrets masked. */
export function maskSecrets(schema: Schema, value: unknown): unknown {
  return eachSecret(schema, value, undefined, () => masked)
}

/** The document with what was masked taken from the one before. */
export function keepSecrets(schema: Schema, value: unknown, before: unknown): unknown {
  return eachSecret(schema, value, before, (now, old) => (now === masked && old !== undefined ? old : now))
}

function eachSecret(schema: Schema, value: unknown, before: unknown, change: Change): unknown {
  if (schema.kind === 'scalar') return schema.isSecret === true ? change(value, before) : value
  if (schema.kind === 'list') {
    if (!Array.isArray(value)) return value
    return value.map((one, at) => eachSecret(schema.item, one, itemAt(before, at), change))
  }
  if (schema.kind === 'union') {
    const chosen = schema.select?.(value)
    const members = chosen !== undefined && 'kind' in chosen ? [chosen] : schema.members
    return members.reduce<unknown>((all, member) => eachSecret(member, all, before, change), value)
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, one]) => {
    const inner = schema.kind === 'map' ? schema.value : schema.fields[name]?.schema
    return [name, inner === undefined ? one : eachSecret(inner, one, valueAt(before, name), change)]
  })
  return Object.fromEntries(entries)
}

const itemAt = (list: unknown, at: number): unknown => (Array.isArray(list) ? list[at] : undefined)

const valueAt = (value: unknown, name: string): unknown =>
  isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
