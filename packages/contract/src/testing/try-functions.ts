import { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import type { RuleFunction } from '../rule-sql/evaluate/functions/arguments.ts'
import { runCharged } from '../rule-sql/evaluate/functions/arguments.ts'
import { functions } from '../rule-sql/evaluate/functions/functions.ts'
import { provideJq } from '../rule-sql/evaluate/functions/jq-function.ts'
import { runJq } from '../rule-sql/evaluate/functions/run-jq.ts'
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
const small: readonly Term[] = ['a', 1n]

/** Each large value at each place, with small ones or itself around it. */
function* argumentsFor(count: number): Generator<readonly [string, readonly Term[]]> {
  for (const [name, value] of large) {
    for (let place = 0; place < count; place++) {
      yield [
        `${name} at ${place}`,
        Array.from({ length: count }, (_, at) => (at === place ? value : small[at % small.length])),
      ]
    }
    if (count > 1) yield [name, Array.from({ length: count }, () => value)]
  }
}

export interface Tried {
  readonly name: string
  readonly runs: number
  /** The most of one run. */
  readonly steps: number
  readonly bytes: number
  readonly terms: number
  readonly milliseconds: number
  readonly slowest: string
  /** What ended otherwise than in a value or a failure. */
  readonly odd: readonly string[]
}

function tryFunction(name: string, { counts, run }: RuleFunction): Tried {
  let tried: Tried = { name, runs: 0, steps: 0, bytes: 0, terms: 0, milliseconds: 0, slowest: '', odd: [] }
  for (const count of counts === 'any' ? [1, 2] : counts.filter((one) => one <= 4)) {
    for (const [what, args] of argumentsFor(count)) {
      const budget = new EvaluationBudget({ timeMs: 50 })
      const execution = {
        decoding: new Decoding(budget),
        budget,
        jqTimeout: 1000,
        now: () => 1_700_000_000_000,
      }
      const before = performance.now()
      let odd: readonly string[] = []
      try {
        runCharged(run, args, { event: undefined, execution })
      } catch (error) {
        const isFailure =
          error instanceof RuleFailure || error instanceof ClauseFailure || error instanceof RangeError
        if (!isFailure) odd = [`${what}: ${String(error)}`]
      }
      const milliseconds = performance.now() - before
      const { steps, bytes, terms } = budget.used
      tried = {
        name,
        runs: tried.runs + 1,
        steps: Math.max(tried.steps, steps),
        bytes: Math.max(tried.bytes, bytes),
        terms: Math.max(tried.terms, terms),
        ...(milliseconds > tried.milliseconds
          ? { milliseconds, slowest: what }
          : { milliseconds: tried.milliseconds, slowest: tried.slowest }),
        odd: [...tried.odd, ...odd],
      }
    }
  }
  return tried
}

/** Calls every function with what is large, and prints a line for each: one that has begun and printed nothing hangs. */
export function main(): number {
  provideJq(runJq)
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
