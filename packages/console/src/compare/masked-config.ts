import { isSecretPath } from '#kit/form/secret-paths.ts'

/** What stands for a secret; the broker writes the same six asterisks where it masks. */
export const mask = '******'

export type ConfigDocument = Readonly<Record<string, unknown>>

/** Secrets whose last key alone does not tell. */
const moreSecrets = /(^|\.)(license\.key|account_key|service_account_json|(proxy-)?authorization)$/i
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
/** `mongodb://name:password@host`. */
const credentials = /(:\/\/[^\s:/@]*:)[^\s/@]+@/g

/** Keys one by one: a key may hold dots. */
type Path = readonly string[]

/** A text as it may be shown: the same, or with its secret part masked. */
function maskText(keys: Path, text: string): string {
  if (text === '') return text
  const path = keys.join('.')
  // What the broker fills in for each client is no secret: `${password}` is sent to whom it asks.
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

/** The document with its secrets masked, and how many there are. */
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
 * A document that was downloaded with masks, with what the broker has in their place. Masks for which it has nothing
 * are named: written as they are they would become passwords of six asterisks.
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

/** Every path whose value must not be shown, of either of two documents. */
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

/** As the broker merges, and as a restored file is laid over what is there: objects deeply, lists and single values whole. */
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
