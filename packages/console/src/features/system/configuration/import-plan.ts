import { parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import { type ConfigDocument, listSecretPaths, mergeOver, unmaskConfig } from '#compare/masked-config.ts'
import { type Difference, listDifferences } from '#kit/form/differences.ts'

/** What a text would do to the running configuration, before anything is sent. */
export type ImportPlan =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly line: number; readonly reason: string }
  | {
      readonly kind: 'readable'
      readonly differences: readonly Difference[]
      /** Only the roots that change, secrets in clear. */
      readonly text: string
      /** Set where a node is started: never sent. */
      readonly leftOut: readonly string[]
      /** Roots that the broker does not have. */
      readonly unknownRoots: readonly string[]
      /** Masked secrets that stay as they are. */
      readonly keptSecrets: number
      /** Masked secrets that the broker does not have. */
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

/** The configuration that an answer holds. A broker that is asked for text gives text; JSON would be HOCON, too. */
export function readConfig(answer: string | ConfigDocument) {
  return parseHocon(typeof answer === 'string' ? answer : printHocon(answer))
}

/** What of a plan has come into effect all the same, by what was read back. */
export function listImportEffects(
  { differences }: Extract<ImportPlan, { kind: 'readable' }>,
  before: ConfigDocument,
  after: ConfigDocument,
): readonly Difference[] {
  const roots = [...new Set(differences.map(({ path }) => path.split('.')[0] ?? ''))]
  return listDifferences(only(before, roots), only(after, roots), listSecretPaths(before, after))
}

/** The line of a path, or of the nearest part of it that the text has. */
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
