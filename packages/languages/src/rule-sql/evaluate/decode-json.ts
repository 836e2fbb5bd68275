import { EvaluationBudget } from './budget.ts'
import { parseDigits } from './integers.ts'
import { failure } from './rule-failure.ts'
import { type Term, toBytes } from './term.ts'

const space = /[ \t\r\n]*/y
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const plain = /[^"\\]*/y
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const deepest = 500
const charactersInStep = 2
/** The steps of each value, string and escape, in addition to the steps of its characters. */
const [stepsForValue, stepsForString, stepsForEscape] = [16, 8, 16]

/** Parses JSON as the broker does: integers of any length, numbers with a fraction or an exponent as floats. */
export function decodeJson(binary: string | Uint8Array, budget = new EvaluationBudget()): Term {
  budget.spend(binary.length / charactersInStep)
  const text = typeof binary === 'string' ? binary : new TextDecoder().decode(binary)
  return new JsonReader(text, budget).whole()
}

class JsonReader {
  readonly #text: string
  readonly #budget: EvaluationBudget
  #at = 0

  constructor(text: string, budget: EvaluationBudget) {
    this.#text = text
    this.#budget = budget
  }

  whole(): Term {
    this.#skip(space)
    const value = this.#value(0)
    this.#skip(space)
    if (this.#at < this.#text.length) throw this.#fault()
    return value
  }

  /** The broker reports the byte of the error, counted from 1. */
  #fault() {
    return failure(toBytes(this.#text.slice(0, this.#at)).length + 1)
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #value(depth: number): Term {
    if (depth > deepest) throw this.#fault()
    this.#budget.spend(stepsForValue)
    const first = this.#text[this.#at]
    if (first === '{') return this.#map(depth)
    if (first === '[') return this.#list(depth)
    if (first === '"') return this.#string()
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    return this.#number()
  }

  #number(): Term {
    number.lastIndex = this.#at
    const found = number.exec(this.#text)
    if (found === null) throw this.#fault()
    const [text, fraction, exponent] = found
    const next = this.#text[this.#at + text.length] ?? ''
    this.#at += text.length
    if (/[.\w]/.test(next)) throw this.#fault()
    if (fraction === undefined && exponent === undefined) return parseDigits(text, this.#budget)
    const float = Number(text)
    if (!Number.isFinite(float)) throw failure('range')
    return float
  }

  #map(depth: number): Term {
    const map = new Map<string, Term>()
    this.#at += 1
    this.#skip(space)
    if (this.#text[this.#at] === '}') {
      this.#at += 1
      return map
    }
    for (;;) {
      if (this.#text[this.#at] !== '"') throw this.#fault()
      const key = this.#string()
      this.#skip(space)
      this.#expect(':')
      this.#skip(space)
      map.set(key, this.#value(depth + 1))
      this.#skip(space)
      if (this.#text[this.#at] === '}') break
      this.#expect(',')
      this.#skip(space)
    }
    this.#at += 1
    this.#budget.makeTerms(map.size)
    return map
  }

  #list(depth: number): Term {
    const list: Term[] = []
    this.#at += 1
    this.#skip(space)
    if (this.#text[this.#at] === ']') {
      this.#at += 1
      return list
    }
    for (;;) {
      list.push(this.#value(depth + 1))
      this.#skip(space)
      if (this.#text[this.#at] === ']') break
      this.#expect(',')
      this.#skip(space)
    }
    this.#at += 1
    this.#budget.makeTerms(list.length)
    return list
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw this.#fault()
    this.#at += 1
  }

  #string(): string {
    this.#budget.spend(stepsForString)
    let text = ''
    this.#at += 1
    for (;;) {
      const part = this.#skip(plain)
      // Control characters must be escaped, except for the line feed.
      for (let at = 0; at < part.length; at++) {
        const code = part.charCodeAt(at)
        if (code < 0x20 && code !== 0x0a) {
          this.#at -= part.length - at
          throw this.#fault()
        }
      }
      text += part
      const mark = this.#text[this.#at]
      if (mark === undefined) throw this.#fault()
      this.#at += 1
      if (mark === '"') break
      text += this.#escape()
    }
    if (/\p{Surrogate}/u.test(text)) throw this.#fault()
    return text
  }

  #escape(): string {
    this.#budget.spend(stepsForEscape)
    const mark = this.#text[this.#at] ?? ''
    const known = escapes[mark]
    if (known !== undefined) {
      this.#at += 1
      return known
    }
    const hex = this.#text.slice(this.#at + 1, this.#at + 5)
    if (mark !== 'u' || !/^[\da-fA-F]{4}$/.test(hex)) throw this.#fault()
    this.#at += 5
    return String.fromCharCode(Number.parseInt(hex, 16))
  }
}
