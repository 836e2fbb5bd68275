import { isPlainObject } from './plain-object.ts'

/** Objects are merged deeply; lists and single values of the patch replace what was. */
export function mergeConfig(before: unknown, patch: unknown): unknown {
  if (!isPlainObject(before) || !isPlainObject(patch)) return patch
  const merged = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(patch)) merged.set(key, mergeConfig(merged.get(key), value))
  return Object.fromEntries(merged)
}
