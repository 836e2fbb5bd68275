import type { Field, Section } from './field.ts'
import { pathWithin } from './form-value.ts'
import { allFields, fieldsOfSection } from './visibility.ts'

/** Where secrets and private keys stand in the API's document; `*` is any row. */
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

/** Names that mean a secret whatever form they are in: what no field knows is sent back, and shown, too. */
const telling =
  /(^|_)(password|passwd|passphrase|secret|token|cookie|private_key|api_key|secret_key|secret_access_key)$/i

/** Names of HTTP headers that carry one: `Authorization`, `X-Api-Key`. */
const tellingHeader = /authorization|cookie|token|secret|[-_]key$/i

/** Whether what stands at a path, or above it, must not be shown. */
export function isSecretPath(path: string, paths: readonly string[]): boolean {
  return secretTest(paths)(path)
}

/** The same for many paths of one document. */
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
  // By hand: it is asked for each leaf of a document and each secret of it, with every key that is typed.
  for (let at = 0; at < secret.length; at += 1)
    if (secret[at] !== '*' && secret[at] !== keys[at]) return false
  return true
}
