import { failure } from '../rule-failure.ts'
import {
  bytes,
  classes,
  codesOf,
  lower,
  marks,
  others,
  posix,
  properties,
  range,
  upper,
} from './byte-classes.ts'

/** One byte; `class` says which. */
export type PatternNode =
  | { readonly kind: 'set'; readonly has: ReadonlySet<number> }
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
}

interface Flags {
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

/** Reads a regular expression as PCRE does, byte by byte: those of the language know no characters. */
export function parsePattern(text: string): Pattern {
  if (text.length > longest) throw bad()
  return new PatternReader(text).pattern()
}

class PatternReader {
  readonly #text: string
  readonly #names = new Map<string, number>()
  #at = 0
  #groups = 0
  #depth = 0
  #flags: Flags = { i: false, m: false, s: false, x: false }

  constructor(text: string) {
    this.#text = text
  }

  pattern(): Pattern {
    const root = this.#choice()
    if (this.#at < this.#text.length) throw bad()
    return { root, groups: this.#groups, names: this.#names }
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
      const wide = comma === undefined ? least : high === '' ? mostRepeats : Number(high)
      const most =
        low === undefined
          ? mark === '?'
            ? 1
            : Number.POSITIVE_INFINITY
          : high === ''
            ? Number.POSITIVE_INFINITY
            : wide
      if (least > mostRepeats || most < least || (Number.isFinite(most) && most > mostRepeats)) throw bad()
      const manner = how === '?' ? 'lazy' : how === '+' ? 'possessive' : 'greedy'
      item = { kind: 'repeat', item, least, most, manner }
    }
  }

  #set(codes: Iterable<number>): PatternNode {
    const has = new Set(codes)
    if (this.#flags.i) {
      for (const code of [...has]) {
        if (upper.includes(code)) has.add(code + 32)
        else if (lower.includes(code)) has.add(code - 32)
      }
    }
    return { kind: 'set', has }
  }

  #item(): PatternNode | undefined {
    const mark = this.#text[this.#at] ?? ''
    if (this.#flags.x) {
      if (this.#match(/\s+|#[^\n]*/y) !== null) return undefined
    }
    if (/[*+?]/.test(mark)) throw bad()
    this.#at += 1
    switch (mark) {
      case '.':
        return this.#set(this.#flags.s ? bytes : others([10]))
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
        return this.#set([mark.charCodeAt(0)])
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
      const hex = this.#match(/\{([\da-fA-F]{1,2})\}|([\da-fA-F]{0,2})/y)
      return Number.parseInt(hex?.[1] ?? (hex?.[2] || '0'), 16)
    }
    if (mark === '0') return Number.parseInt(this.#match(/[0-7]{0,2}/y)?.[0] || '0', 8)
    return marks[mark] ?? mark.charCodeAt(0)
  }

  #escape(): PatternNode | undefined {
    const mark = this.#text[this.#at]
    if (mark === undefined) throw bad()
    this.#at += 1
    const known = Object.hasOwn(classes, mark) ? classes[mark] : undefined
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
      return { kind: 'sequence', items: codesOf(literal).map((code) => this.#set([code])) }
    }
    if (mark === 'E') return undefined
    if (/[a-zA-Z]/.test(mark) && marks[mark] === undefined && mark !== 'x') throw bad()
    return this.#set([this.#code(mark)])
  }

  #property(isNegative: boolean): readonly number[] {
    const name = this.#match(/\{(\^?\w+)\}|(\w)/y)
    const written = name?.[1] ?? name?.[2] ?? ''
    const codes = properties[written.replace('^', '')]
    if (codes === undefined) throw bad()
    return isNegative !== written.startsWith('^') ? others(codes) : codes
  }

  #class(): PatternNode {
    const isNegative = this.#take('^')
    const codes = new Set<number>()
    for (let first = true; first || this.#text[this.#at] !== ']'; first = false) {
      if (this.#at >= this.#text.length) throw bad()
      const named = this.#match(/\[:(\^?)(\w+):\]/y)
      if (named !== null) {
        const found = posix[named[2] ?? '']
        if (found === undefined) throw bad()
        for (const code of named[1] === '^' ? others(found) : found) codes.add(code)
        continue
      }
      const from = this.#classItem()
      const isRange = this.#text[this.#at] === '-' && ![']', undefined].includes(this.#text[this.#at + 1])
      if (typeof from !== 'number' || !isRange) {
        for (const code of typeof from === 'number' ? [from] : from) codes.add(code)
        continue
      }
      this.#at += 1
      const to = this.#classItem()
      if (typeof to !== 'number' || to < from) throw bad()
      for (const code of range(from, to)) codes.add(code)
    }
    this.#at += 1
    const { has } = { has: this.#set(codes) }
    return has.kind === 'set' && isNegative ? { kind: 'set', has: new Set(others([...has.has])) } : has
  }

  #classItem(): number | readonly number[] {
    const mark = this.#text[this.#at] ?? ''
    this.#at += 1
    if (mark !== '\\') return mark.charCodeAt(0)
    const escaped = this.#text[this.#at]
    if (escaped === undefined) throw bad()
    this.#at += 1
    if (Object.hasOwn(classes, escaped)) return classes[escaped] ?? []
    if (/[pP]/.test(escaped)) return this.#property(escaped === 'P')
    return escaped === 'b' ? 8 : this.#code(escaped)
  }
}
