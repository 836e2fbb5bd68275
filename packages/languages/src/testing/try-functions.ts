import { gzipSync } from 'fflate'
import { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import type { RuleFunction } from '../rule-sql/evaluate/functions/arguments.ts'
import { runCharged } from '../rule-sql/evaluate/functions/arguments.ts'
import { functions } from '../rule-sql/evaluate/functions/functions.ts'
import { ClauseFailure, RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { Decoding } from '../rule-sql/evaluate/scope.ts'
import type { Term } from '../rule-sql/evaluate/term.ts'
import { variformFunctions } from '../variform/evaluate-variform.ts'

const deepList = () => {
  let list: Term = [1n]
  for (let depth = 0; depth < 50_000; depth++) list = [list]
  return list
}
const doubledList = () => {
  let list: Term = [1n]
  for (let depth = 0; depth < 60; depth++) list = [list, list]
  return list
}

/** Returns bytes that look random but are always the same. */
function scatteredBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

const large: ReadonlyMap<string, Term> = new Map<string, Term>([
  ['text', 'a,.% '.repeat(200_000)],
  ['characters', '温é'.repeat(300_000)],
  ['digits', '7'.repeat(1_000_000)],
  ['bytes', new Uint8Array(1_000_000).fill(0xfe)],
  ['list', Array.from({ length: 100_000 }, (_, at) => BigInt(at % 300))],
  ['texts', Array.from({ length: 100_000 }, () => 'x'.repeat(1000))],
  ['integer', (1n << 1_000_000n) - 1n],
  ['deep', deepList()],
  ['doubled', doubledList()],
  ['map', new Map(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, BigInt(at)]))],
])

/** Values for functions that split their argument: each piece is short, and the number of pieces is very large. */
const pieces: ReadonlyMap<string, Term> = new Map<string, Term>([
  ['JSON of numbers', `[${'1,'.repeat(500_000)}1]`],
  ['JSON of texts', `[${'"a",'.repeat(250_000)}""]`],
  ['JSON of escapes', `["${'\\n'.repeat(500_000)}"]`],
  [
    'JSON of names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`k${at}`, at]))),
  ],
  ['JSON of lists', `[${'[],'.repeat(300_000)}[]]`],
  ['escapes', '\\n\\x41'.repeat(150_000)],
  ['marks', '%Y%6N%::z'.repeat(100_000)],
  ['directives', '~~~n'.repeat(250_000)],
  ['a long directive', `~${'7'.repeat(1_000_000)}p`],
  ['a directive for a term', '~p'],
  ['hexadecimal digits', 'a5'.repeat(500_000)],
  ['base64', 'QUJD'.repeat(250_000)],
  ['blanks', `${' '.repeat(500_000)}x${' '.repeat(500_000)}`],
  ['quotes', `'\\`.repeat(500_000)],
  ['steps', 'a.'.repeat(500_000)],
  ['a pattern', '[a-z].'.repeat(20_000)],
  ['lines', '\r\n'.repeat(500_000)],
  ['seen characters', Array.from({ length: 300_000 }, () => 65n)],
  ['floats', Array.from({ length: 100_000 }, (_, at) => at / 7)],
  ['maps', Array.from({ length: 50_000 }, (_, at) => new Map([['key', BigInt(at)]]))],
  ['bytes of terms', Uint8Array.from([131, 108, 0, 7, 161, 32, ...Array<number>(500_000).fill(106), 106])],
  ['bytes packed by gzip', gzipSync(new Uint8Array(10_000_000))],
  ['bytes that gzip cannot pack', gzipSync(scatteredBytes(1_000_000))],
])
const small: readonly Term[] = ['a', 1n]

/** Yields each value at each argument position, with small values in the other positions. */
function* argumentsFor(
  values: ReadonlyMap<string, Term>,
  count: number,
): Generator<readonly [string, readonly Term[]]> {
  for (const [name, value] of values) {
    for (let place = 0; place < count; place++) {
      yield [
        `${name} at ${place}`,
        Array.from({ length: count }, (_, at) => (at === place ? value : small[at % small.length])),
      ]
    }
  }
}

export interface Tried {
  readonly name: string
  readonly runs: number
  /** The maximum of a single run. */
  readonly steps: number
  readonly bytes: number
  readonly terms: number
  /** The processor time, including garbage collection. */
  readonly milliseconds: number
  readonly slowest: string
  /** The cases that ended neither in a value nor in a failure. */
  readonly odd: readonly string[]
}

export const triedTimeMs = 25
/**
 * The maximum number of runs of a case that seems slow: the fastest run counts, since nothing makes work faster than
 * it is.
 */
const mostRuns = 3

interface Run {
  readonly used: EvaluationBudget['used']
  readonly milliseconds: number
  readonly odd: string | undefined
}

function runOnce(run: RuleFunction['run'], args: readonly Term[]): Run {
  const budget = new EvaluationBudget({ timeMs: triedTimeMs })
  const execution = {
    decoding: new Decoding(budget),
    budget,
    jqTimeout: triedTimeMs,
    now: () => 1_700_000_000_000,
  }
  const before = process.cpuUsage()
  let odd: string | undefined
  try {
    runCharged(run, args, { event: undefined, execution })
  } catch (error) {
    const isFailure =
      error instanceof RuleFailure || error instanceof ClauseFailure || error instanceof RangeError
    if (!isFailure) odd = String(error)
  }
  const { user, system } = process.cpuUsage(before)
  return { used: budget.used, milliseconds: (user + system) / 1000, odd }
}

function runOften(run: RuleFunction['run'], args: readonly Term[]): Run {
  let best = runOnce(run, args)
  for (let runs = 1; runs < mostRuns && best.milliseconds > triedTimeMs * 4; runs++) {
    const again = runOnce(run, args)
    if (again.milliseconds < best.milliseconds) best = again
  }
  return best
}

function* argumentsToTry({ counts }: RuleFunction): Generator<readonly [string, readonly Term[]]> {
  const tried = counts === 'any' ? [1, 2] : counts.filter((one) => one <= 4)
  for (const count of tried) {
    yield* argumentsFor(large, count)
    if (count > 1) for (const [name, value] of large) yield [name, Array.from({ length: count }, () => value)]
  }
  const least = tried.find((count) => count > 0)
  if (least !== undefined) yield* argumentsFor(pieces, least)
}

function tryFunction(name: string, one: RuleFunction): Tried {
  let tried: Tried = { name, runs: 0, steps: 0, bytes: 0, terms: 0, milliseconds: 0, slowest: '', odd: [] }
  for (const [what, args] of argumentsToTry(one)) {
    const { used, milliseconds, odd } = runOften(one.run, args)
    tried = {
      name,
      runs: tried.runs + 1,
      steps: Math.max(tried.steps, used.steps),
      bytes: Math.max(tried.bytes, used.bytes),
      terms: Math.max(tried.terms, used.terms),
      ...(milliseconds > tried.milliseconds
        ? { milliseconds, slowest: `${what} of ${args.length}` }
        : { milliseconds: tried.milliseconds, slowest: tried.slowest }),
      odd: [...tried.odd, ...(odd === undefined ? [] : [`${what}: ${odd}`])],
    }
  }
  return tried
}

/**
 * Calls every function except jq, which a clock ends, with large values, and prints a line for each: a function
 * without a line hangs.
 */
export function main(): number {
  const own = [...variformFunctions].filter(([name, one]) => functions.get(name) !== one)
  for (const [name, one] of [
    ...functions,
    ...own.map(([called, given]) => [`variform ${called}`, given] as const),
  ]) {
    process.stderr.write(`${name}\n`)
    process.stdout.write(`${JSON.stringify(tryFunction(name, one))}\n`)
  }
  return 0
}
