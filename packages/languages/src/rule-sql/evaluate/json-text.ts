import { EvaluationBudget } from './budget.ts'
import { erlangFloat, jsonFloat } from './float-text.ts'
import { printInteger } from './integers.ts'
import { failure } from './rule-failure.ts'
import { atomName, isList, isMap, Opaque, type Term, visibleText } from './term.ts'

/** The broker stores larger maps in an internal order that cannot be reproduced. */
const smallMap = 32

/** Returns the keys in the order of the broker's `json_encode`: the last key first. */
function backwards(keys: readonly string[]): readonly string[] {
  return keys.length > smallMap ? keys : [...keys].sort(byBytes).reverse()
}

export const byBytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

interface JsonStyle {
  float(value: number): string
  order(keys: readonly string[]): readonly string[]
}

class JsonWriter {
  readonly #style: JsonStyle
  readonly #budget: EvaluationBudget
  #size = 0

  constructor(style: JsonStyle, budget: EvaluationBudget) {
    this.#style = style
    this.#budget = budget
  }

  write(term: Term, depth: number): string {
    if (typeof term === 'string') return this.#quoteText(term)
    if (typeof term === 'bigint') return this.#countText(printInteger(term, this.#budget))
    if (typeof term === 'number') return this.#countText(this.#style.float(term))
    if (term === null || typeof term === 'boolean') return this.#countText(String(term))
    if (term instanceof Uint8Array) return this.#quoteText(visibleText(term))
    this.#budget.checkDepth(depth)
    if (isList(term)) {
      this.#enter(term.length)
      return `[${term.map((item) => this.write(item, depth + 1)).join(',')}]`
    }
    if (isMap(term)) {
      this.#enter(term.size * 4)
      const pairs = this.#style
        .order([...term.keys()])
        .map((key) => `${this.#quoteText(key)}:${this.write(term.get(key), depth + 1)}`)
      return `{${pairs.join(',')}}`
    }
    if (term instanceof Opaque) throw failure('invalid_ejson')
    return this.#quoteText(atomName(term) ?? '')
  }

  /** Each item writes at least one character, since nested lists of the same list double with every level. */
  #enter(items: number): void {
    this.#budget.spend(items + 1)
    this.#add(items + 2)
  }

  #quoteText(text: string): string {
    this.#budget.read(text.length * 2)
    this.#add(text.length + 2)
    return JSON.stringify(text)
  }

  #countText(text: string): string {
    this.#budget.spend(1)
    this.#add(text.length)
    return text
  }

  #add(size: number): void {
    this.#size += size
    this.#budget.foresee(this.#size)
  }
}

const encoded: JsonStyle = { float: jsonFloat, order: backwards }
const answered: JsonStyle = { float: erlangFloat, order: (keys) => [...keys].sort(byBytes) }

/** Encodes JSON as the functions of the language do. */
export const encodeJson = (term: Term, budget = new EvaluationBudget()): string =>
  new JsonWriter(encoded, budget).write(term, 0)

/** Encodes JSON as results are returned. */
export const resultJson = (term: Term, budget = new EvaluationBudget()): string =>
  new JsonWriter(answered, budget).write(term, 0)
