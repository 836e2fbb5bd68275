import { isPlainObject } from './plain-object.ts'

/** Merges objects deeply; lists and single values of the patch replace the previous values. */
export function mergeConfig(before: unknown, patch: unknown): unknown {
  if (!isPlainObject(before) || !isPlainObject(patch)) return patch
  const merged = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(patch)) merged.set(key, mergeConfig(merged.get(key), value))
  return Object.fromEntries(merged)
}
