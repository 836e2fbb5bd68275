import { comparable, findOrderId } from '@brokerdeck/console/compare/comparable.ts'
import { type Comparable, type Kind, kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import { entryApis, isEntry } from '@brokerdeck/console/compare/entry-kinds.ts'
import { isDocument } from '@brokerdeck/console/compare/masked-config.ts'
import { isAlias, LineCounter, parseDocument, Scalar, stringify, visit } from 'yaml'
import { describeYamlFault } from '#lib/describe-yaml-fault.ts'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import type { Documents } from './secret-references.ts'

/** What marks a file as one that an export made and the next one may write anew. */
export const exportHeader = '# Exported by Brokerdeck. brokerdeck export writes this file anew.\n'

/** Bytes. Nobody reviews more; a parser would need a hundred times as much. */
export const longestExport = 8 * 1024 * 1024

/** Of controls and what turns lines round; in quotes they are written as numbers. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const unprintables = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu

/** What says that a file leaves out what is at its default. */
const sparseKey = '$defaults'
const sparseWords = 'left out'

/** The same text whenever the same was read: objects and fields by name, lists as they are. */
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

/** The order of a chain is a list. */
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

/** What the text of an export says. Throws a StartError that names the place and repeats no value. */
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
  // A kind of which there is nothing.
  if (held === null) return []
  if (!isDocument(held)) throw refuse('expected objects by name')
  return Object.entries(held).flatMap(([id, one]) => {
    const settings = id === findOrderId(kind) && Array.isArray(one) ? { order: one } : one
    if (!isDocument(settings)) throw refuse(`${printable(id, 80)}: expected fields by name`)
    return isEntry(kind) ? (entryApis[kind].complete(id, settings) ?? []) : comparable(kind, id, settings)
  })
}
