import { isPlainObject } from '#kit/form/plain-object.ts'

/**
 * Dotted paths of what restoring would change, in the order of the archive. What the archive leaves out stays. Only
 * places, no values: secrets are among them.
 */
export function changedPaths(archived: unknown, running: unknown, at = ''): readonly string[] {
  if (isPlainObject(archived) && (isPlainObject(running) || at === '')) {
    const now = isPlainObject(running) ? running : {}
    return Object.entries(archived).flatMap(([key, value]) =>
      changedPaths(value, now[key], at === '' ? key : `${at}.${key}`),
    )
  }
  return JSON.stringify(archived) === JSON.stringify(running) ? [] : [at]
}
