import { isPlainObject } from './plain-object.ts'

/** What stands at a dotted path; undefined if nothing does. */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document
  for (const key of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** The document with another value there. */
export function withValueAt(document: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const before = isPlainObject(document) ? document : {}
  return { ...before, [key]: withValueAt(before[key], rest, value) }
}
