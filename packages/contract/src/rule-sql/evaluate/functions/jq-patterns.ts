import type { EvaluationBudget } from '../budget.ts'
import { characterAlphabet } from './alphabet.ts'
import { type Found, findPattern, Steps } from './match-pattern.ts'
import { type Pattern, parsePattern } from './pattern-syntax.ts'

/** An argument of a call: a program that gives any number of values for an input. */
export interface JqNode {
  apply(input: unknown, environment: unknown): Iterable<unknown>
}

export interface JqCall {
  readonly input: unknown
  readonly environment: unknown
  readonly args: readonly JqNode[]
  readonly budget: EvaluationBudget
}

export type JqBuiltin = (call: JqCall) => Generator<unknown>

interface Place {
  readonly offset: number
  readonly length: number
}

interface Capture extends Place {
  readonly string: string | null
  readonly name: string | null
}

interface Match extends Place {
  readonly string: string
  readonly captures: readonly Capture[]
}

/** Thrown as the interpreter throws: a program may catch it. */
const fault = (message: string) => new TypeError(message)

function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  throw fault(`${JSON.stringify(value)} cannot be matched, as it is not a string`)
}

const stepsForCharacter = 8

const knownFlags = /^[gixspln]*$/

function patternOf(expression: string, flags: string, { budget }: JqCall): Pattern {
  budget.spend(expression.length * stepsForCharacter)
  // To Oniguruma `s` is how it reads anyhow, and `p` has the dot take line breaks too.
  return parsePattern(expression, {
    alphabet: characterAlphabet,
    flags: { i: flags.includes('i'), x: flags.includes('x'), s: flags.includes('p') },
  })
}

/** Characters that take two units are one to jq. */
class Characters {
  readonly codes: Uint32Array
  constructor(text: string) {
    this.codes = Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0)
  }
  text(from: number, to: number): string {
    const parts: string[] = []
    for (const code of this.codes.subarray(from, to)) parts.push(String.fromCodePoint(code))
    return parts.join('')
  }
}

function captureOf(place: Found[number], name: string | null, characters: Characters): Capture {
  if (place === undefined) return { offset: -1, length: 0, string: null, name }
  const [from, to] = place
  return { offset: from, length: to - from, string: characters.text(from, to), name }
}

/** With `g` all places; as jq 1.6, without an empty one at the end. */
function* matches(expression: string, flags: string, call: JqCall): Generator<Match> {
  if (!knownFlags.test(flags)) throw fault(`${flags} is not a valid modifier string`)
  const characters = new Characters(textIn(call.input))
  const pattern = patternOf(expression, flags, call)
  const names = new Map([...pattern.names].map(([name, index]) => [index, name]))
  const steps = new Steps(call.budget)
  let from = 0
  do {
    const found = findPattern(pattern, characters.codes, { from, steps })
    const place = found?.[0]
    if (found === undefined || place === undefined) return
    const [begin, end] = place
    from = begin === end ? end + 1 : end
    call.budget.spend((found.length + end - begin) * 2)
    if (begin === end && flags.includes('n')) continue
    yield {
      ...{ offset: begin, length: end - begin, string: characters.text(begin, end) },
      captures: found.slice(1).map((one, at) => captureOf(one, names.get(at + 1) ?? null, characters)),
    }
  } while (flags.includes('g') && from < characters.codes.length)
}

/** What is asked for: a pattern with flags beside it, or both in a list. */
function* wanted({ input, environment, args }: JqCall): Generator<readonly [string, string]> {
  const [expressions, modes] = args
  for (const mode of modes?.apply(input, environment) ?? [null]) {
    for (const given of expressions?.apply(input, environment) ?? []) {
      const [expression, flags] = Array.isArray(given) && modes === undefined ? given : [given, mode]
      yield [textIn(expression), flags === null || flags === undefined ? '' : textIn(flags)]
    }
  }
}

function* eachMatch(call: JqCall, more = ''): Generator<Match> {
  for (const [expression, flags] of wanted(call)) yield* matches(expression, flags + more, call)
}

const namedOf = ({ captures }: Match) =>
  Object.fromEntries(captures.flatMap(({ name, string }) => (name === null ? [] : [[name, string]])))

function* test(call: JqCall): Generator<boolean> {
  for (const [expression, flags] of wanted(call)) {
    const [found] = matches(expression, flags.replaceAll('g', ''), call)
    yield found !== undefined
  }
}

function* scan(call: JqCall): Generator<unknown> {
  for (const found of eachMatch(call, 'g')) {
    yield found.captures.length > 0 ? found.captures.map(({ string }) => string) : found.string
  }
}

function* split(call: JqCall): Generator<readonly string[]> {
  for (const [expression, flags] of wanted(call)) {
    const characters = new Characters(textIn(call.input))
    const parts: string[] = []
    let at = 0
    for (const { offset, length } of matches(expression, `${flags}g`, call)) {
      parts.push(characters.text(at, offset))
      at = offset + length
    }
    yield [...parts, characters.text(at, characters.codes.length)]
  }
}

function* splits(call: JqCall): Generator<string> {
  for (const parts of split(call)) yield* parts
}

/** Each value that the replacement gives for a match makes a text of its own. */
function* substitute(call: JqCall, more: string): Generator<string> {
  const [expressions, replacement, modes] = call.args
  const { environment, budget } = call
  const asked = { ...call, args: [expressions, modes].filter((one) => one !== undefined) }
  for (const [expression, flags] of wanted(asked)) {
    const characters = new Characters(textIn(call.input))
    const found = [...matches(expression, flags + more, call)]
    const all = characters.codes.length
    let texts: readonly string[] = [characters.text(endOf(found.at(-1)), all)]
    for (const [index, match] of [...found.entries()].reverse()) {
      const kept = characters.text(endOf(found[index - 1]), match.offset)
      const next: string[] = []
      for (const behind of texts) {
        for (const value of replacement?.apply(namedOf(match), environment) ?? []) {
          const text = kept + textIn(value) + behind
          budget.make(text.length)
          next.push(text)
        }
      }
      texts = next
    }
    yield* texts
  }
}

const endOf = (match: Match | undefined) => (match === undefined ? 0 : match.offset + match.length)

function* capture(call: JqCall): Generator<unknown> {
  for (const found of eachMatch(call)) yield namedOf(found)
}

/** By name and count of arguments: all of jq that reads regular expressions. */
export const patternBuiltins: ReadonlyMap<string, JqBuiltin> = new Map(
  Object.entries<JqBuiltin>({
    'test/1': test,
    'test/2': test,
    'match/1': (call) => eachMatch(call),
    'match/2': (call) => eachMatch(call),
    'capture/1': capture,
    'capture/2': capture,
    'scan/1': scan,
    'scan/2': scan,
    'split/2': split,
    'splits/1': splits,
    'splits/2': splits,
    'sub/2': (call) => substitute(call, ''),
    'sub/3': (call) => substitute(call, ''),
    'gsub/2': (call) => substitute(call, 'g'),
    'gsub/3': (call) => substitute(call, 'g'),
  }),
)
