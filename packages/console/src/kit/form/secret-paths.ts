import type { Field, Section } from './field.ts'
import { pathWithin } from './form-value.ts'
import { allFields, fieldsOfSection } from './visibility.ts'

/** Returns the paths of secrets and private keys in the API's document; `*` stands for any row. */
export function secretPaths(sections: readonly Section[]): readonly string[] {
  return sections.flatMap((section) => pathsIn(fieldsOfSection(section), ''))
}

function pathsIn(fields: readonly Field[], prefix: string): readonly string[] {
  return allFields(fields).flatMap((field) => {
    const path = pathWithin(prefix, field.path)
    if (field.kind === 'rows') return pathsIn(field.columns, `${path}.*`)
    return field.kind === 'secret' || (field.kind === 'certificate' && field.of === 'key') ? [path] : []
  })
}

/**
 * Matches names that indicate a secret in any form, because values that no field knows are also sent back and shown.
 */
const telling =
  /(^|_)(password|passwd|passphrase|secret|token|cookie|private_key|api_key|secret_key|secret_access_key)$/i

/** Matches names of HTTP headers that carry a secret: `Authorization`, `X-Api-Key`. */
const tellingHeader = /authorization|cookie|token|secret|[-_]key$/i

/** Tells whether the value at a path must not be shown, because it is a secret or lies within one. */
export function isSecretPath(path: string, paths: readonly string[]): boolean {
  return secretTest(paths)(path)
}

/** Returns the same test for many paths of one document. */
export function secretTest(paths: readonly string[]): (path: string) => boolean {
  const secrets = paths.map((secret) => secret.split('.'))
  return (path) => {
    const keys = path.split('.')
    return (
      secrets.some((secret) => isWithin(keys, secret)) ||
      keys.some((key, at) => telling.test(key) || (keys[at - 1] === 'headers' && tellingHeader.test(key)))
    )
  }
}

function isWithin(keys: readonly string[], secret: readonly string[]): boolean {
  if (secret.length > keys.length) return false
  // A plain loop is used for speed: it runs for each leaf and each secret of a document, with every key press.
  for (let at = 0; at < secret.length; at += 1)
    if (secret[at] !== '*' && secret[at] !== keys[at]) return false
  return true
}
