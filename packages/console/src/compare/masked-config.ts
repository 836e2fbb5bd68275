import { isSecretPath } from '#kit/form/secret-paths.ts'

/** Represents a secret; the broker masks secrets with the same six asterisks. */
export const mask = '******'

export type ConfigDocument = Readonly<Record<string, unknown>>

/** The secrets that cannot be recognized by their last key alone. */
const moreSecrets = /(^|\.)(license\.key|account_key|service_account_json|(proxy-)?authorization)$/i
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
/** Matches the password in `mongodb://name:password@host`. */
const credentials = /(:\/\/[^\s:/@]*:)[^\s/@]+@/g

/** A path as a list of keys, because a key may contain dots. */
type Path = readonly string[]

/** Returns a string as it may be shown: unchanged, or with its secret part masked. */
function maskText(keys: Path, text: string): string {
  if (text === '') return text
  const path = keys.join('.')
  // A placeholder that the broker fills in for each client is no secret: `${password}` is sent to the system that it
  // asks.
  if (/^\$\{[\w.-]+\}$/.test(text)) return text
  if (isSecretPath(path, []) || moreSecrets.test(path) || privateKey.test(text)) return mask
  return text.replace(credentials, `$1${mask}@`)
}

type Change = (path: Path, text: string) => string

function eachText(value: unknown, path: Path, change: Change): unknown {
  if (typeof value === 'string') return change(path, value)
  if (Array.isArray(value)) return value.map((item, at) => eachText(item, [...path, String(at)], change))
  return isDocument(value) ? eachTextIn(value, path, change) : value
}

function eachTextIn(document: ConfigDocument, path: Path, change: Change): ConfigDocument {
  const entries = Object.entries(document)
  return Object.fromEntries(entries.map(([key, value]) => [key, eachText(value, [...path, key], change)]))
}

/** Returns the document with its secrets masked, and the number of secrets. */
export function maskConfig(document: ConfigDocument): {
  readonly document: ConfigDocument
  readonly count: number
} {
  let count = 0
  const masked = eachTextIn(document, [], (path, text) => {
    const shown = maskText(path, text)
    if (shown !== text) count += 1
    return shown
  })
  return { document: masked, count }
}

/**
 * Replaces the masks of a downloaded document by the broker's stored values. Masks without a stored value are listed:
 * if they were written unchanged, they would become passwords of six asterisks.
 */
export function unmaskConfig(
  document: ConfigDocument,
  running: ConfigDocument,
): { readonly document: ConfigDocument; readonly kept: number; readonly unknown: readonly string[] } {
  let kept = 0
  const unknown: string[] = []
  const unmasked = eachTextIn(document, [], (path, text) => {
    if (!text.includes(mask)) return text
    const before = valueAt(running, path)
    if (typeof before === 'string' && before !== text && maskText(path, before) === text) {
      kept += 1
      return before
    }
    if (before !== text) unknown.push(path.join('.'))
    return text
  })
  return { document: unmasked, kept, unknown }
}

/** Returns every path whose value must not be shown in any of the documents. */
export function listSecretPaths(...documents: readonly ConfigDocument[]): readonly string[] {
  const paths = new Set<string>()
  for (const document of documents) {
    eachTextIn(document, [], (path, text) => {
      if (maskText(path, text) !== text) paths.add(path.join('.'))
      return text
    })
  }
  return [...paths]
}

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)]
    return isDocument(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, document)
}

/**
 * Merges as the broker does, and as a restored file is merged into the stored settings: objects recursively, lists
 * and single values as a whole.
 */
export function mergeOver(before: ConfigDocument, given: ConfigDocument): ConfigDocument {
  const merged = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(given)) {
    const inner = merged.get(key)
    merged.set(key, isDocument(inner) && isDocument(value) ? mergeOver(inner, value) : value)
  }
  return Object.fromEntries(merged)
}

export function isDocument(value: unknown): value is ConfigDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
