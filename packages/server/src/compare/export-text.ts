import { comparable, findOrderId } from '@brokerdeck/console/compare/comparable.ts'
import { type Comparable, type Kind, kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import { entryApis, isEntry } from '@brokerdeck/console/compare/entry-kinds.ts'
import { isDocument } from '@brokerdeck/console/compare/masked-config.ts'
import { isAlias, LineCounter, parseDocument, Scalar, stringify, visit } from 'yaml'
import { describeYamlFault } from '#lib/describe-yaml-fault.ts'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import type { Documents } from './secret-references.ts'

/** The first line of an exported file; it marks files that the next export may overwrite. */
export const exportHeader = '# Exported by Brokerdeck. brokerdeck export writes this file anew.\n'

/**
 * The maximum size of an export, in bytes. A larger file cannot be reviewed, and a parser would need a hundred times
 * as much memory.
 */
export const longestExport = 8 * 1024 * 1024

/**
 * Matches control characters and characters that change the direction of a line; in quotes they are written as
 * numbers.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const unprintables = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu

/** The key that marks a file without the fields that have their default value. */
const sparseKey = '$defaults'
const sparseWords = 'left out'

/**
 * Prints an export. The same input always gives the same text: objects and fields are sorted by name, lists keep
 * their order.
 */
export function printExport(documents: Documents, isSparse = false): string {
  const all = kinds.flatMap((kind): (readonly [string, unknown])[] => {
    const held = documents.get(kind)
    if (held === undefined) return []
    return [[kind, sortKeys(Object.fromEntries(held.map((one) => [one.id, formatBody(kind, one)])))]]
  })
  const whole = new Map<string, unknown>([...(isSparse ? [[sparseKey, sparseWords] as const] : []), ...all])
  const text = stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false, blockQuote: 'literal' })
  return `${exportHeader}${text.replaceAll(unprintables, asNumber)}`
}

/** Formats a chain's order as a list. */
function formatBody(kind: Kind, { id, settings }: Comparable): unknown {
  const { order } = settings
  return id === findOrderId(kind) && Array.isArray(order) && Object.keys(settings).length === 1
    ? order
    : settings
}

function asNumber(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
}

function sortKeys(value: unknown): unknown {
  if (typeof value === 'string') return quoteText(value, value.replaceAll(/[\n\t]/g, ''))
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isDocument(value)) return value
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  return new Map(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, held]) => [quoteText(key, key), sortKeys(held)]),
  )
}

function quoteText(text: string, seen: string): string | Scalar {
  if (!unprintable.test(seen)) return text
  const scalar = new Scalar(text)
  scalar.type = Scalar.QUOTE_DOUBLE
  return scalar
}

/** Parses the text of an export. Throws a StartError that names the place and contains no value of the file. */
export function parseExport(name: string, text: string): Documents {
  const lines = new LineCounter()
  const refuse = (at: number, reason: string) =>
    new StartError('BAD_EXPORT', `${printable(name)}:${lines.linePos(at).line}: ${reason}`)
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const [fault = document.warnings[0]] = document.errors
  if (fault !== undefined) throw refuse(fault.pos[0], describeYamlFault(fault.code))
  visit(document, (_, node) => {
    if (isAlias(node)) throw refuse(node.range?.[0] ?? 0, 'aliases are not read here: write it out')
    return undefined
  })
  const whole: unknown = document.toJS()
  if (!isDocument(whole)) throw refuse(0, `expected kinds, such as ${kinds[0]}`)
  const found = new Map<Kind, readonly Comparable[]>()
  const { [sparseKey]: said, ...rest } = whole
  if (said !== undefined && said !== sparseWords) throw refuse(0, `${sparseKey}: expected “${sparseWords}”`)
  for (const [key, held] of Object.entries(rest)) {
    const kind = kinds.find((one) => one === key)
    if (kind === undefined) throw refuse(0, `unknown kind ${JSON.stringify(printable(key, 40))}`)
    found.set(
      kind,
      parseKind(kind, held, (reason) => refuse(0, `${kind}: ${reason}`)).map((one) =>
        said === undefined ? one : { ...one, isSparse: true },
      ),
    )
  }
  return found
}

function parseKind(kind: Kind, held: unknown, refuse: (reason: string) => StartError): readonly Comparable[] {
  // The export contains no objects of this kind.
  if (held === null) return []
  if (!isDocument(held)) throw refuse('expected objects by name')
  return Object.entries(held).flatMap(([id, one]) => {
    const settings = id === findOrderId(kind) && Array.isArray(one) ? { order: one } : one
    if (!isDocument(settings)) throw refuse(`${printable(id, 80)}: expected fields by name`)
    return isEntry(kind) ? (entryApis[kind].complete(id, settings) ?? []) : comparable(kind, id, settings)
  })
}
