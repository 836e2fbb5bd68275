import type { Pcre } from '../pcre/compile-pcre.ts'
import { Steps } from '../pcre/steps.ts'
import type { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import { isSame } from '../rule-sql/evaluate/compare-terms.ts'
import { resultJson } from '../rule-sql/evaluate/json-text.ts'
import { isList, isMap, isNumber, type Term, toBytes } from '../rule-sql/evaluate/term.ts'
import {
  type At,
  compilePattern,
  createComparison,
  type Draft,
  decodePart,
  findSchemaDraft,
  formatWantedNumber,
  isMultiple,
  isOfType,
  Misfit,
  misfit,
  nameIn,
  type Rule,
} from './json-schema-words.ts'
import { CodecFault } from './schema-fault.ts'

const deepest = 100
/** The steps for checking one value against one part of a schema. */
const stepsToCheck = 8

/** Checks a value against a JSON schema of draft 3, 4 or 6; throws with the place if the value does not match. */
export function checkJsonSchema(schema: Term, value: Term, budget: EvaluationBudget): void {
  const draft = findSchemaDraft(schema)
  if (draft === undefined) throw new CodecFault('the draft in $schema is not supported')
  new Checker(schema, draft, budget).check(schema, value, '', 0)
}

class Checker {
  readonly #root: Term
  readonly #draft: Draft
  readonly #patterns = new Map<string, Pcre>()
  readonly #budget: EvaluationBudget
  readonly #rules: Readonly<Record<string, Rule>>

  constructor(root: Term, draft: Draft, budget: EvaluationBudget) {
    this.#budget = budget
    this.#root = root
    this.#draft = draft
    this.#rules = {
      ...this.#values(),
      ...this.#parts(),
      ...(draft === 3 ? this.#third() : this.#readCombined()),
      ...(draft === 6 ? this.#sixth() : {}),
    }
  }

  check(schema: Term, value: Term, path: string, depth: number): void {
    this.#budget.spend(stepsToCheck)
    if (depth > deepest) throw new CodecFault('the check goes too deep')
    if (this.#draft === 6 && typeof schema === 'boolean') {
      if (!schema) throw misfit(path, 'is not allowed')
      return
    }
    if (!isMap(schema)) throw new CodecFault('a part of the schema is no object')
    const reference = schema.get('$ref')
    if (typeof reference === 'string') {
      this.check(this.#resolve(reference), value, path, depth + 1)
      return
    }
    this.#budget.spend(schema.size * 2)
    for (const [key, wanted] of schema) {
      if (Object.hasOwn(this.#rules, key)) this.#rules[key]?.(wanted, value, { schema, path, depth })
    }
  }

  /** Returns whether a value matches; an exceeded budget is thrown on. */
  #fits(schema: Term, value: Term, { path, depth }: At): boolean {
    try {
      this.check(schema, value, path, depth + 1)
      return true
    } catch (error) {
      if (error instanceof Misfit) return false
      throw error
    }
  }

  /** Resolves a reference within the schema; nothing is fetched. */
  #resolve(reference: string): Term {
    this.#budget.spend(reference.length)
    const outside = () => new CodecFault(`${reference.slice(0, 100)} is not in the schema`)
    if (!reference.startsWith('#')) throw outside()
    let found: Term = this.#root
    for (const part of reference.slice(1).split('/').slice(1)) {
      const key = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~')
      found = isMap(found) ? found.get(key) : isList(found) ? found[Number(key)] : undefined
      if (found === undefined) throw outside()
    }
    return found
  }

  /** Matches a pattern on the bytes of the text, as PCRE does. */
  #matches(pattern: string, text: string): boolean {
    // The cache is keyed by the text of a pattern, so each lookup reads the whole text.
    this.#budget.spend(stepsToCheck + pattern.length)
    this.#budget.spend(text.length)
    const parsed = this.#patterns.get(pattern) ?? compilePattern(pattern)
    this.#patterns.set(pattern, parsed)
    return parsed.findIn(toBytes(text), { from: 0, steps: new Steps(this.#budget) }) !== undefined
  }

  #values(): Readonly<Record<string, Rule>> {
    const limit =
      (isUpper: boolean): Rule =>
      (wanted, value, { schema, path }) => {
        if (!isNumber(wanted) || !isNumber(value)) return
        const isStrict = schema.get(isUpper ? 'exclusiveMaximum' : 'exclusiveMinimum') === true
        const [low, high] = isUpper ? [Number(value), Number(wanted)] : [Number(wanted), Number(value)]
        if (isStrict ? low >= high : low > high)
          throw misfit(path, `is ${isUpper ? 'more' : 'less'} than ${formatWantedNumber(wanted)}`)
      }
    const createSizeRule =
      (size: (value: Term) => number | undefined, isMost: boolean, words: string): Rule =>
      (wanted, value, { path }) => {
        const measured = size(value)
        if (measured === undefined || !isNumber(wanted)) return
        if (isMost ? measured > Number(wanted) : measured < Number(wanted)) throw misfit(path, words)
      }
    const length = (value: Term) => {
      if (typeof value !== 'string') return undefined
      this.#budget.spend(value.length)
      return [...value].length
    }
    const items = (value: Term) => (isList(value) ? value.length : undefined)
    const properties = (value: Term) => (isMap(value) ? value.size : undefined)
    const multiple = createComparison(
      (value, wanted) => wanted > 0 && !isMultiple(value, wanted),
      'is no multiple of',
    )
    return {
      type: (wanted, value, at) => this.#type(wanted, value, at),
      enum: (wanted, value, { path }) => {
        if (isList(wanted) && !wanted.some((one) => isSame(one, value, this.#budget)))
          throw misfit(path, 'is none of the values of enum')
      },
      minimum: limit(false),
      maximum: limit(true),
      ...(this.#draft === 3 ? { divisibleBy: multiple } : { multipleOf: multiple }),
      minLength: createSizeRule(length, false, 'is too short'),
      maxLength: createSizeRule(length, true, 'is too long'),
      minItems: createSizeRule(items, false, 'has too few items'),
      maxItems: createSizeRule(items, true, 'has too many items'),
      ...(this.#draft === 3
        ? {}
        : {
            minProperties: createSizeRule(properties, false, 'has too few properties'),
            maxProperties: createSizeRule(properties, true, 'has too many properties'),
          }),
      pattern: (wanted, value, { path }) => {
        if (typeof wanted !== 'string' || typeof value !== 'string') return
        if (!this.#matches(wanted, value)) throw misfit(path, `does not match ${wanted.slice(0, 100)}`)
      },
      uniqueItems: (wanted, value, { path }) => {
        if (wanted !== true || !isList(value)) return
        const texts = value.map((one) => {
          const text = resultJson(one, this.#budget)
          this.#budget.make(text.length)
          return text
        })
        if (new Set(texts).size < value.length) throw misfit(path, 'has an item twice')
      },
    }
  }

  #type(wanted: Term, value: Term, at: At): void {
    const kinds = isList(wanted) ? wanted : [wanted]
    this.#budget.spend(kinds.length)
    const fits = kinds.some((kind) =>
      typeof kind === 'string' ? isOfType(kind, value, this.#draft) : this.#fits(kind, value, at),
    )
    if (!fits)
      throw misfit(
        at.path,
        `is not of type ${kinds.map((kind) => (typeof kind === 'string' ? kind : '…')).join(', ')}`,
      )
  }

  #parts(): Readonly<Record<string, Rule>> {
    const inner = (schema: Term, value: Term, { path, depth }: At, name: string | number) =>
      this.check(schema, value, path === '' ? String(name) : `${path}.${name}`, depth + 1)
    return {
      properties: (wanted, value, at) => {
        if (!isMap(wanted) || !isMap(value)) return
        this.#budget.spend(wanted.size)
        for (const [name, schema] of wanted) {
          if (value.has(name)) inner(schema, value.get(name), at, name)
          else if (this.#draft === 3 && isMap(schema) && schema.get('required') === true)
            throw misfit(at.path, `lacks ${name.slice(0, 100)}`)
        }
      },
      patternProperties: (wanted, value, at) => {
        if (!isMap(wanted) || !isMap(value)) return
        for (const [pattern, schema] of wanted)
          for (const [name, one] of value) if (this.#matches(pattern, name)) inner(schema, one, at, name)
      },
      additionalProperties: (wanted, value, at) => {
        if (!isMap(value) || wanted === true) return
        const [named, matched] = [at.schema.get('properties'), at.schema.get('patternProperties')]
        const patterns = isMap(matched) ? [...matched.keys()] : []
        this.#budget.spend(patterns.length + value.size)
        for (const [name, one] of value) {
          if ((isMap(named) && named.has(name)) || patterns.some((pattern) => this.#matches(pattern, name)))
            continue
          if (wanted === false)
            throw misfit(at.path, `has a property that is not in the schema: ${name.slice(0, 100)}`)
          inner(wanted, one, at, name)
        }
      },
      items: (wanted, value, at) => {
        if (!isList(value)) return
        if (!isList(wanted)) {
          for (const [place, one] of value.entries()) inner(wanted, one, at, place)
          return
        }
        const more = at.schema.get('additionalItems')
        for (const [place, one] of value.entries()) {
          const schema = place < wanted.length ? wanted[place] : more
          if (schema === false) throw misfit(at.path, 'has too many items')
          if (schema !== undefined && schema !== true) inner(schema, one, at, place)
        }
      },
      dependencies: (wanted, value, at) => {
        if (!isMap(wanted) || !isMap(value)) return
        this.#budget.spend(wanted.size)
        for (const [name, needs] of wanted) {
          if (!value.has(name)) continue
          const names = typeof needs === 'string' ? [needs] : needs
          if (isList(names)) this.#budget.spend(names.length)
          if (!isList(names)) this.check(needs, value, at.path, at.depth + 1)
          else
            for (const one of names)
              if (!value.has(nameIn(one))) throw misfit(at.path, `lacks ${nameIn(one).slice(0, 100)}`)
        }
      },
    }
  }

  #third(): Readonly<Record<string, Rule>> {
    const list = (wanted: Term) => (isList(wanted) ? wanted : [wanted])
    return {
      disallow: (wanted, value, at) => {
        const isHit = list(wanted).some((kind) =>
          typeof kind === 'string' ? isOfType(kind, value, 3) : this.#fits(kind, value, at),
        )
        if (isHit) throw misfit(at.path, 'is of a type that is not allowed')
      },
      extends: (wanted, value, { path, depth }) => {
        for (const one of list(wanted)) this.check(one, value, path, depth + 1)
      },
    }
  }

  #readCombined(): Readonly<Record<string, Rule>> {
    const count = (wanted: Term, value: Term, at: At) =>
      isList(wanted) ? wanted.filter((one) => this.#fits(one, value, at)).length : 0
    return {
      required: (wanted, value, { path }) => {
        if (!isList(wanted) || !isMap(value)) return
        this.#budget.spend(wanted.length)
        for (const name of wanted)
          if (!value.has(nameIn(name))) throw misfit(path, `lacks ${nameIn(name).slice(0, 100)}`)
      },
      allOf: (wanted, value, { path, depth }) => {
        if (isList(wanted)) for (const one of wanted) this.check(one, value, path, depth + 1)
      },
      anyOf: (wanted, value, at) => {
        if (count(wanted, value, at) === 0) throw misfit(at.path, 'fits none of anyOf')
      },
      oneOf: (wanted, value, at) => {
        if (count(wanted, value, at) !== 1) throw misfit(at.path, 'does not fit exactly one of oneOf')
      },
      not: (wanted, value, at) => {
        if (this.#fits(wanted, value, at)) throw misfit(at.path, 'fits what it must not')
      },
    }
  }

  #sixth(): Readonly<Record<string, Rule>> {
    return {
      const: (wanted, value, { path }) => {
        if (!isSame(wanted, value, this.#budget)) throw misfit(path, 'is not the value of const')
      },
      contains: (wanted, value, at) => {
        if (isList(value) && !value.some((one) => this.#fits(wanted, one, at)))
          throw misfit(at.path, 'has no item as contains wants it')
      },
      propertyNames: (wanted, value, { path, depth }) => {
        if (isMap(value)) for (const name of value.keys()) this.check(wanted, name, path, depth + 1)
      },
      exclusiveMinimum: createComparison((value, wanted) => value <= wanted, 'is not more than'),
      exclusiveMaximum: createComparison((value, wanted) => value >= wanted, 'is not less than'),
    }
  }
}
