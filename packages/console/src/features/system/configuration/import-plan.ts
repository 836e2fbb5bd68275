import { parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import { type ConfigDocument, listSecretPaths, mergeOver, unmaskConfig } from '#compare/masked-config.ts'
import { type Difference, listDifferences } from '#kit/form/differences.ts'

/** The changes that a text would make to the running configuration, before anything is sent. */
export type ImportPlan =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly line: number; readonly reason: string }
  | {
      readonly kind: 'readable'
      readonly differences: readonly Difference[]
      /** The roots that change, with secrets in plain text. */
      readonly text: string
      /** The roots that are set when a node starts; these roots are never sent. */
      readonly leftOut: readonly string[]
      /** The roots that the broker does not have. */
      readonly unknownRoots: readonly string[]
      /** The number of masked secrets that stay unchanged. */
      readonly keptSecrets: number
      /** The masked secrets that the broker does not have. */
      readonly lostSecrets: readonly string[]
      readonly lines: ReadonlyMap<string, number>
    }

const readOnly = ['cluster', 'node', 'rpc']

export function planImport(text: string, running: ConfigDocument): ImportPlan {
  const parsed = parseHocon(text)
  if ('error' in parsed) return { kind: 'unreadable', ...parsed.error }
  const roots = Object.keys(parsed.value)
  if (roots.length === 0) return { kind: 'empty' }
  const leftOut = roots.filter((root) => readOnly.includes(root))
  const { document, kept, unknown } = unmaskConfig(without(parsed.value, leftOut), running)
  const after = mergeOver(running, document)
  const secretPaths = listSecretPaths(running, after)
  const changed = Object.keys(document).filter(
    (root) => listDifferences({ [root]: running[root] }, { [root]: after[root] }, []).length > 0,
  )
  return {
    kind: 'readable',
    differences: listDifferences(only(running, changed), only(after, changed), secretPaths),
    text: printHocon(only(document, changed)),
    leftOut,
    unknownRoots: Object.keys(document).filter((root) => !Object.hasOwn(running, root)),
    keptSecrets: kept,
    lostSecrets: unknown,
    lines: parsed.lines,
  }
}

/** Parses the configuration in a response. The broker returns text if text is requested; JSON is valid HOCON, too. */
export function readConfig(answer: string | ConfigDocument) {
  return parseHocon(typeof answer === 'string' ? answer : printHocon(answer))
}

/** Returns the changes of a plan that are in effect despite the refusal, based on the configuration read back. */
export function listImportEffects(
  { differences }: Extract<ImportPlan, { kind: 'readable' }>,
  before: ConfigDocument,
  after: ConfigDocument,
): readonly Difference[] {
  const roots = [...new Set(differences.map(({ path }) => path.split('.')[0] ?? ''))]
  return listDifferences(only(before, roots), only(after, roots), listSecretPaths(before, after))
}

/** Returns the line of a path, or of its nearest parent in the text. */
export function lineOfPath(lines: ReadonlyMap<string, number>, path: string): number | undefined {
  const keys = path.split('.')
  for (let length = keys.length; length > 0; length -= 1) {
    const line = lines.get(keys.slice(0, length).join('.'))
    if (line !== undefined) return line
  }
  return undefined
}

function only(document: ConfigDocument, keys: readonly string[]): ConfigDocument {
  return Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(document, key) ? [[key, document[key]]] : [])),
  )
}

function without(document: ConfigDocument, keys: readonly string[]): ConfigDocument {
  return only(
    document,
    Object.keys(document).filter((key) => !keys.includes(key)),
  )
}
