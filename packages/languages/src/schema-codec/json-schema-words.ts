import { compilePcre, Pcre } from '../pcre/compile-pcre.ts'
import { decodeJson } from '../rule-sql/evaluate/decode-json.ts'
import { bitLength } from '../rule-sql/evaluate/integers.ts'
import { RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { isList, isMap, isNumber, type Term, type TermMap, toBytes } from '../rule-sql/evaluate/term.ts'
import { CodecFault } from './schema-fault.ts'

export type Draft = 3 | 4 | 6

export class Misfit extends CodecFault {}

export const misfit = (path: string, words: string) =>
  new Misfit(`${path === '' ? 'the value' : path.slice(0, 200)} ${words}`)

/** Checks a value by one keyword of a schema. */
export type Rule = (wanted: Term, value: Term, at: At) => void

export interface At {
  readonly schema: TermMap
  readonly path: string
  readonly depth: number
}

/** An integer in a schema may have too many digits to show. */
export const formatWantedNumber = (wanted: bigint | number) =>
  typeof wanted === 'bigint' && bitLength(wanted) > 512 ? 'a very long number' : String(wanted)

export const nameIn = (term: Term): string =>
  typeof term === 'string' ? term : isNumber(term) ? formatWantedNumber(term) : ''

/** Creates a rule that applies only to numbers. */
export const createComparison =
  (fails: (value: number, wanted: number) => boolean, words: string): Rule =>
  (wanted, value, { path }) => {
    if (isNumber(wanted) && isNumber(value) && fails(Number(value), Number(wanted)))
      throw misfit(path, `${words} ${formatWantedNumber(wanted)}`)
  }

export function isMultiple(value: number, of: number): boolean {
  const times = value / of
  return Math.abs(times - Math.round(times)) < 1e-9
}

/** In draft 3, an unknown type accepts any value. */
export function isOfType(kind: string, value: Term, draft: Draft): boolean {
  switch (kind) {
    case 'object':
      return isMap(value)
    case 'array':
      return isList(value)
    case 'string':
      return typeof value === 'string'
    case 'number':
      return isNumber(value)
    case 'integer':
      return (
        typeof value === 'bigint' || (draft === 6 && typeof value === 'number' && Number.isInteger(value))
      )
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'any':
      return draft === 3
    default:
      return draft === 3
  }
}

export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function compilePattern(text: string): Pcre {
  const compiled = compilePcre(text)
  if (compiled instanceof Pcre) return compiled
  throw new CodecFault(`the pattern ${text.slice(0, 100)} is none: ${compiled.fault} at ${compiled.at}`)
}

/** Without `$schema` the broker assumes draft 3, in which `required` is written inside each property. */
export function findSchemaDraft(schema: Term): Draft | undefined {
  const named = isMap(schema) ? schema.get('$schema') : undefined
  if (named === undefined) return 3
  const found =
    typeof named === 'string' ? /^https?:\/\/json-schema\.org\/draft-0([346])\/schema#?$/.exec(named) : null
  return ([3, 4, 6] as const).find((draft) => String(draft) === found?.[1])
}

interface JsonSourceFault {
  /** The error in the broker's words. */
  readonly reason: string
  /** The position of the byte, counted from 1. */
  readonly at: number
}

/** Returns the reason why the text of a schema is no JSON; undefined if it is valid JSON. */
export function jsonSourceFault(source: string): JsonSourceFault | undefined {
  try {
    decodeJson(source)
    return undefined
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    const at = Number(error.message)
    const bytes = toBytes(source)
    if (!Number.isInteger(at)) return { reason: 'Invalid JSON number', at: 1 }
    if (at > bytes.length) return { reason: 'Truncated JSON value', at }
    const isLiteral = /^[tfn]/.test(String.fromCharCode(bytes[at - 1] ?? 0))
    return { reason: isLiteral ? 'Invalid JSON literal' : 'Invalid JSON value', at }
  }
}
