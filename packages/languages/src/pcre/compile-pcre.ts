import { latinToBytes, toLatin } from '../rule-sql/evaluate/byte-text.ts'
import { findPattern, type PatternMatch } from './find-pattern.ts'
import { PatternError, type PcreFault } from './pattern-fault.ts'
import type { Pattern } from './pattern-node.ts'
import { type PlainExpression, plainExpression } from './plain-expression.ts'
import { readPattern } from './read-pattern.ts'
import { GivenUpError, Steps } from './steps.ts'

/**
 * The maximum number of attempts for a pattern that JavaScript runs: it does not count its attempts, and more would
 * be noticeable.
 */
const mostWays = 200_000
/** The limits of the cache of compiled patterns. */
const [mostKept, mostKeptCharacters] = [20_000, 2_000_000]

interface SearchOptions {
  /** The byte offset at which the search begins. */
  readonly from: number
  readonly steps: Steps
}

/** A regular expression as EMQX uses it: PCRE 8.44 on the bytes of UTF-8, with the tables of Erlang. */
export class Pcre {
  readonly #pattern: Pattern
  /** The equivalent JavaScript expression; undefined until it is first needed. */
  #plain: PlainExpression | 'none' | undefined

  constructor(pattern: Pattern) {
    this.#pattern = pattern
  }

  /**
   * Returns whether the pattern occurs in a text. A search that takes too long counts as no match, as in the broker.
   */
  matches(text: string): boolean {
    return this.tryMatch(text) === true
  }

  /** Returns whether the pattern occurs in a text, or `'given-up'` if the search takes too long. */
  tryMatch(text: string, mostSteps?: number): boolean | 'given-up' {
    const plain = this.#plainFor(text.length)
    if (plain !== undefined && isAscii(text)) return plain.expression.test(text)
    const bytes = toBytes(text)
    if (plain !== undefined && this.#plainFor(bytes.length) !== undefined)
      return plain.expression.test(toLatin(bytes))
    const found = tryFind(this.#pattern, bytes, { from: 0, steps: new Steps(undefined, mostSteps) })
    return found === 'given-up' ? found : found !== undefined
  }

  /** Returns the texts of the groups, '' for groups that took no part; undefined if the pattern does not match. */
  tryGroups(text: string, mostSteps?: number): readonly string[] | undefined | 'given-up' {
    const plain = this.#plainFor(text.length)
    if (plain?.hasSameGroups === true && isAscii(text)) {
      return plain.expression
        .exec(text)
        ?.slice(1)
        .map((group) => group ?? '')
    }
    const bytes = toBytes(text)
    const found = tryFind(this.#pattern, bytes, { from: 0, steps: new Steps(undefined, mostSteps) })
    if (found === 'given-up' || found === undefined) return found
    return found.slice(1).map((place) => (place === undefined ? '' : toText(bytes.subarray(...place))))
  }

  /** Returns the first match in the bytes; undefined if the steps run out first. */
  findIn(bytes: Uint8Array, options: SearchOptions): PatternMatch | undefined {
    const found = tryFind(this.#pattern, bytes, options)
    return found === 'given-up' ? undefined : found
  }

  #plainFor(length: number): PlainExpression | undefined {
    this.#plain ??= plainExpression(this.#pattern) ?? 'none'
    return this.#plain !== 'none' && this.#plain.ways(length) <= mostWays ? this.#plain : undefined
  }
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const toBytes = (text: string): Uint8Array => (isAscii(text) ? latinToBytes(text) : encoder.encode(text))
const toText = (bytes: Uint8Array): string => decoder.decode(bytes)

function tryFind(
  pattern: Pattern,
  bytes: Uint8Array,
  options: SearchOptions,
): PatternMatch | undefined | 'given-up' {
  try {
    return findPattern(pattern, bytes, options)
  } catch (error) {
    if (error instanceof GivenUpError) return 'given-up'
    throw error
  }
}

/** The step limit for matching one name, on a page that matches very many names. */
const mostStepsOfPage = 100_000

/** Returns whether an operator's pattern occurs in a name; undefined if only the broker can decide. */
export function findsPattern(pattern: string, name: string): boolean | undefined {
  const compiled = compilePcre(pattern)
  const found = compiled instanceof Pcre ? compiled.tryMatch(name, mostStepsOfPage) : 'given-up'
  return found === 'given-up' ? undefined : found
}

const kept = new Map<string, Pcre | PcreFault>()
let keptCharacters = 0

/** Compiles an operator's pattern, or returns its error in PCRE's words. */
export function compilePcre(text: string): Pcre | PcreFault {
  return compileLatin(isAscii(text) ? text : toLatin(encoder.encode(text)))
}

/** Compiles a pattern from a text that has one character for each byte. */
export function compileLatin(latin: string): Pcre | PcreFault {
  const before = kept.get(latin)
  if (before !== undefined) return before
  const compiled = read(latin)
  if (kept.size >= mostKept || keptCharacters + latin.length > mostKeptCharacters) {
    kept.clear()
    keptCharacters = 0
  }
  // A text that is far too long is rejected quickly and would displace all other patterns from the cache.
  if (latin.length <= mostKeptCharacters / 100) {
    kept.set(latin, compiled)
    keptCharacters += latin.length
  }
  return compiled
}

function read(latin: string): Pcre | PcreFault {
  try {
    return new Pcre(readPattern(latin))
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const { fault, at, isUnsupported } = error
    return { fault, at, isUnsupported }
  }
}
