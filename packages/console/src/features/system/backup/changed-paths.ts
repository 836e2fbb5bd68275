import { isPlainObject } from '#kit/form/form-value.ts'

/** EMQX keeps this word in place of a deleted listener; without a running listener, nothing changes. */
function isTombstone(archived: unknown, running: unknown): boolean {
  if (running !== undefined) return false
  if (!isPlainObject(archived)) return archived === 'marked_for_deletion'
  const inner = Object.values(archived)
  return inner.length > 0 && inner.every((one) => isTombstone(one, undefined))
}

/**
 * Returns the dotted paths that restoring would change, in the order of the archive. Settings that are not in the
 * archive stay. Only paths are returned, no values, because secrets are among them.
 */
export function listChangedPaths(archived: unknown, running: unknown, at = ''): readonly string[] {
  if (isPlainObject(archived) && (isPlainObject(running) || at === '')) {
    const now = isPlainObject(running) ? running : {}
    return Object.entries(archived).flatMap(([key, value]) =>
      isTombstone(value, now[key]) ? [] : listChangedPaths(value, now[key], at === '' ? key : `${at}.${key}`),
    )
  }
  return JSON.stringify(archived) === JSON.stringify(running) ? [] : [at]
}
