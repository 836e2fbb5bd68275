import { failure } from '../rule-failure.ts'
import { type Alphabet, byteAlphabet, type CodeSet, marks } from './alphabet.ts'

export type PatternNode =
  | { readonly kind: 'set'; readonly has: CodeSet }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly item: PatternNode
      readonly least: number
      readonly most: number
      readonly manner: 'greedy' | 'lazy' | 'possessive'
    }
  | { readonly kind: 'group'; readonly item: PatternNode; readonly index: number }
  | { readonly kind: 'atomic'; readonly item: PatternNode }
  | {
      readonly kind: 'look'
      readonly item: PatternNode
      readonly isBehind: boolean
      readonly isNegative: boolean
    }
  | { readonly kind: 'same'; readonly index: number | string }
  | {
      readonly kind: 'edge'
      readonly edge: 'start' | 'end' | 'line-start' | 'line-end' | 'last' | 'word' | 'no-word'
    }

export interface Pattern {
  readonly root: PatternNode
  readonly groups: number
  readonly names: ReadonlyMap<string, number>
  readonly word: CodeSet
}

export interface Flags {
  readonly i: boolean
  readonly m: boolean
  readonly s: boolean
  readonly x: boolean
}

/** Repeats of more would be a matcher of megabytes. */
const mostRepeats = 65_535
const longest = 4096
const deepest = 100

const bad = () => failure('badarg')

const noFlags: Flags = { i: false, m: false, s: false, x: false }

interface Reading {
  readonly alphabet: Alphabet
  readonly flags: Partial<Flags>
}

/** Reads a regular expression as PCRE does: byte by byte where nothing else is said, as the language knows no characters. */
export function parsePattern(
  text: string,
  { alphabet, flags }: Reading = { alphabet: byteAlphabet, flags: {} },
): Pattern {
  if (text.length > longest) throw bad()
  return new PatternReader(text, alphabet, { ...noFlags, ...flags }).pattern()
}

class PatternReader {
  readonly #text: string
  readonly #names = new Map<string, number>()
  #at = 0
  #groups = 0
  #depth = 0
  readonly #alphabet: Alphabet
  #flags: Flags

  constructor(text: string, alphabet: Alphabet, flags: Flags) {
    this.#text = text
    this.#alphabet = alphabet
    this.#flags = flags
  }

  pattern(): Pattern {
    const root = this.#choice()
    if (this.#at < this.#text.length) throw bad()
    return { root, groups: this.#groups, names: this.#names, word: this.#alphabet.word }
  }

  #take(mark: string): boolean {
    const isThere = this.#text.startsWith(mark, this.#at)
    if (isThere) this.#at += mark.length
    return isThere
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #choice(): PatternNode {
    this.#depth += 1
    if (this.#depth > deepest) throw bad()
    const flags = this.#flags
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    this.#flags = flags
    this.#depth -= 1
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = []
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at] ?? '')) {
      const item = this.#item()
      if (item !== undefined) items.push(this.#repeated(item))
    }
    return { kind: 'sequence', items }
  }

  #repeated(given: PatternNode): PatternNode {
    let item = given
    for (;;) {
      const found = this.#match(/([*+?]|\{(\d+)(,(\d*))?\})([?+])?/y)
      if (found === null) return item
      const [, mark, low, comma, high, how] = found
      const least = low === undefined ? (mark === '+' ? 1 : 0) : Number(low)
      const isOpen = low === undefined ? mark !== '?' : comma !== undefined && high === ''
      const bound = low === undefined ? 1 : Number(comma === undefined ? low : high)
      const most = isOpen ? Number.POSITIVE_INFINITY : bound
      if (least > mostRepeats || most < least || (Number.isFinite(most) && most > mostRepeats)) throw bad()
      const manner = how === '?' ? 'lazy' : how === '+' ? 'possessive' : 'greedy'
      item = { kind: 'repeat', item, least, most, manner }
    }
  }

  #set(has: CodeSet): PatternNode {
    return { kind: 'set', has: this.#flags.i ? this.#alphabet.inAnyCase(has) : has }
  }

  #one(code: number): PatternNode {
    return this.#set(new Set([code]))
  }

  /** A character as the alphabet has them. */
  #mark(): string | undefined {
    const code = this.#text.codePointAt(this.#at)
    if (code === undefined) return undefined
    const mark = String.fromCodePoint(code)
    this.#at += mark.length
    return mark
  }

  #item(): PatternNode | undefined {
    if (this.#flags.x && this.#match(/\s+|#[^\n]*/y) !== null) return undefined
    const mark = this.#mark() ?? ''
    if (/[*+?]/.test(mark)) throw bad()
    switch (mark) {
      case '.':
        return this.#set(this.#flags.s ? this.#alphabet.all : this.#alphabet.but(new Set([10])))
      case '^':
        return { kind: 'edge', edge: this.#flags.m ? 'line-start' : 'start' }
      case '$':
        return { kind: 'edge', edge: this.#flags.m ? 'line-end' : 'last' }
      case '[':
        return this.#class()
      case '(':
        return this.#group()
      case '\\':
        return this.#escape()
      default:
        return this.#one(codeOf(mark))
    }
  }

  #closed(item: PatternNode): PatternNode {
    if (!this.#take(')')) throw bad()
    return item
  }

  #group(): PatternNode | undefined {
    if (!this.#take('?')) {
      this.#groups += 1
      const index = this.#groups
      return this.#closed({ kind: 'group', index, item: this.#choice() })
    }
    if (this.#match(/#[^)]*\)/y) !== null) return undefined
    if (this.#take(':')) return this.#closed(this.#choice())
    if (this.#take('>')) return this.#closed({ kind: 'atomic', item: this.#choice() })
    const look = this.#match(/<?[=!]/y)?.[0]
    if (look !== undefined) {
      const kind = { kind: 'look', isBehind: look.length === 2, isNegative: look.endsWith('!') } as const
      return this.#closed({ ...kind, item: this.#choice() })
    }
    const name = this.#match(/(?:P?<(\w+)>|'(\w+)')/y)
    if (name !== null) {
      this.#groups += 1
      const index = this.#groups
      this.#names.set(name[1] ?? name[2] ?? '', index)
      return this.#closed({ kind: 'group', index, item: this.#choice() })
    }
    const flags = this.#match(/([imsx]*)(?:-([imsx]*))?([:)])/y)
    if (flags === null) throw bad()
    const [, on = '', off = '', end] = flags
    const before = this.#flags
    const has = (flag: keyof Flags) => (before[flag] || on.includes(flag)) && !off.includes(flag)
    this.#flags = { i: has('i'), m: has('m'), s: has('s'), x: has('x') }
    if (end === ')') return undefined
    const item = this.#closed(this.#choice())
    this.#flags = before
    return item
  }

  #code(mark: string): number {
    if (mark === 'x') {
      const hex = this.#match(this.#alphabet.hexadecimal)
      return Number.parseInt(hex?.[1] ?? (hex?.[2] || '0'), 16)
    }
    if (mark === '0') return Number.parseInt(this.#match(/[0-7]{0,2}/y)?.[0] || '0', 8)
    return marks[mark] ?? codeOf(mark)
  }

  #escape(): PatternNode | undefined {
    const mark = this.#mark()
    if (mark === undefined) throw bad()
    const known = this.#alphabet.classNamed(mark)
    if (known !== undefined) return this.#set(known)
    if (/[pP]/.test(mark)) return this.#set(this.#property(mark === 'P'))
    if (mark === 'b' || mark === 'B') return { kind: 'edge', edge: mark === 'b' ? 'word' : 'no-word' }
    if (mark === 'A') return { kind: 'edge', edge: 'start' }
    if (mark === 'z' || mark === 'Z') return { kind: 'edge', edge: mark === 'z' ? 'end' : 'last' }
    if (/[1-9]/.test(mark)) {
      this.#at -= 1
      return { kind: 'same', index: Number(this.#match(/\d+/y)?.[0]) }
    }
    const named =
      mark === 'k' ? this.#match(/[<{'](\w+)[>}']/y) : mark === 'g' ? this.#match(/\{?(\w+)\}?/y) : null
    if (named !== null) return { kind: 'same', index: Number(named[1]) || (named[1] ?? '') }
    if (mark === 'Q') {
      const literal = this.#match(/[\s\S]*?(?=\\E|$)/y)?.[0] ?? ''
      this.#take('\\E')
      return { kind: 'sequence', items: [...literal].map((one) => this.#one(codeOf(one))) }
    }
    if (mark === 'E') return undefined
    if (/[a-zA-Z]/.test(mark) && marks[mark] === undefined && mark !== 'x') throw bad()
    return this.#one(this.#code(mark))
  }

  #property(isNegative: boolean): CodeSet {
    const name = this.#match(/\{(\^?\w+)\}|(\w)/y)
    const written = name?.[1] ?? name?.[2] ?? ''
    const has = this.#alphabet.propertyNamed(written.replace('^', ''))
    if (has === undefined) throw bad()
    return isNegative !== written.startsWith('^') ? this.#alphabet.but(has) : has
  }

  #class(): PatternNode {
    const { between, either, but, posixNamed } = this.#alphabet
    const isNegative = this.#take('^')
    const parts: CodeSet[] = []
    for (let first = true; first || this.#text[this.#at] !== ']'; first = false) {
      if (this.#at >= this.#text.length) throw bad()
      const named = this.#match(/\[:(\^?)(\w+):\]/y)
      if (named !== null) {
        const found = posixNamed(named[2] ?? '')
        if (found === undefined) throw bad()
        parts.push(named[1] === '^' ? but(found) : found)
        continue
      }
      const from = this.#classItem()
      const isRange = this.#text[this.#at] === '-' && ![']', undefined].includes(this.#text[this.#at + 1])
      if (typeof from !== 'number' || !isRange) {
        parts.push(typeof from === 'number' ? new Set([from]) : from)
        continue
      }
      this.#at += 1
      const to = this.#classItem()
      if (typeof to !== 'number' || to < from) throw bad()
      parts.push(between(from, to))
    }
    this.#at += 1
    const found = this.#set(either(parts))
    return found.kind === 'set' && isNegative ? { kind: 'set', has: but(found.has) } : found
  }

  #classItem(): number | CodeSet {
    const mark = this.#mark() ?? ''
    if (mark !== '\\') return codeOf(mark)
    const escaped = this.#mark()
    if (escaped === undefined) throw bad()
    const known = this.#alphabet.classNamed(escaped)
    if (known !== undefined) return known
    if (/[pP]/.test(escaped)) return this.#property(escaped === 'P')
    return escaped === 'b' ? 8 : this.#code(escaped)
  }
}

/** None where nothing is left: its code is no character's. */
const codeOf = (mark: string) => mark.codePointAt(0) ?? Number.NaN
