import { compile, compileNode } from '@michaelhomer/jqjs'
import { EvaluationBudget } from '../budget.ts'
import { type JqBuiltin, type JqNode, patternBuiltins } from './jq-patterns.ts'

const bytes = new TextEncoder()

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function refuse(input: unknown, what: string): never {
  throw new TypeError(`${typeOf(input)} (${JSON.stringify(input)}) ${what}`)
}

/** The names of an object, or the places of a list. */
function keysOf(input: unknown): readonly (string | number)[] {
  if (Array.isArray(input)) return [...input.keys()]
  if (typeof input === 'object' && input !== null) return Object.keys(input)
  return refuse(input, 'has no keys')
}

/** In the order of code points, as jq sorts. */
const byCodePoints = (one: string | number, other: string | number) =>
  one < other ? -1 : one > other ? 1 : 0

function* withoutAffix(
  { input, environment, args: [affixes] }: Parameters<JqBuiltin>[0],
  without: (text: string, affix: string) => string,
): Generator<unknown> {
  for (const affix of affixes?.apply(input, environment) ?? [])
    yield typeof input === 'string' && typeof affix === 'string' ? without(input, affix) : input
}

/** Where jq 1.6 does otherwise than the interpreter, or has what that has not. */
export const mendedBuiltins: readonly (readonly [string, JqBuiltin])[] = [
  [
    'keys/0',
    function* keys({ input }) {
      yield keysOf(input).toSorted(byCodePoints)
    },
  ],
  [
    'keys_unsorted/0',
    function* keysUnsorted({ input }) {
      yield keysOf(input)
    },
  ],
  [
    'utf8bytelength/0',
    function* utf8ByteLength({ input }) {
      yield typeof input === 'string'
        ? bytes.encode(input).length
        : refuse(input, 'only strings have a length in bytes')
    },
  ],
  [
    'tonumber/0',
    function* toNumber({ input }) {
      const number = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
      yield typeof number === 'number' && !Number.isNaN(number)
        ? number
        : refuse(input, 'cannot be read as a number')
    },
  ],
  [
    'ltrimstr/1',
    (call) => withoutAffix(call, (text, affix) => (text.startsWith(affix) ? text.slice(affix.length) : text)),
  ],
  [
    'rtrimstr/1',
    (call) =>
      withoutAffix(call, (text, affix) =>
        affix !== '' && text.endsWith(affix) ? text.slice(0, -affix.length) : text,
      ),
  ],
  ...[
    'abs/0',
    'pick/1',
    'toarray/0',
    'trim/0',
    'ltrim/0',
    'rtrim/0',
    'trimstr/1',
    'toboolean/0',
    'skip/2',
  ].map((name) => [name, () => refuse(name, 'is of later versions')] as const),
]

/** Programs longer than this are nobody's. */
const longestProgram = 10_000
/** Of each character of a program. */
const stepsToCompile = 8
const mostResults = 100_000
/** A place further on in a list would be a list of as many. */
const furthestPlace = 100_000
const longestText = 10_000_000

const ownBuiltins = new Map([...patternBuiltins, ...mendedBuiltins])

/** For what the interpreter does while it is loaded. */
const nobodys = new EvaluationBudget({ timeMs: Number.POSITIVE_INFINITY })
let budget = nobodys

type Apply = (this: unknown, input: unknown, environment: unknown) => Iterable<unknown>

interface Call {
  readonly name: string
  readonly args: readonly JqNode[]
  apply(this: Call, input: unknown, environment: Environment): Iterable<unknown>
}

interface Environment {
  readonly userFuncArgs: Readonly<Record<string, unknown>>
}

/** What the interpreter makes of a program that is one thing, down to where this thing knows how to be applied. */
function machineOf<T extends object>(program: string, method: string): T {
  let owner: T = Object.getPrototypeOf(compileNode(program))
  while (!Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner)
  return owner
}

/**
 * The interpreter knows no limit. Whatever runs long comes again and again to what stands at the ends of a program, or
 * has a call give again and again: there it is asked whether its time is over.
 */
function limitSteps(): void {
  const ends = ['.', '1', '"a"', 'true', '.a', '.[0]', '.[]', '..', '$a', '[1]', '{}', '@json']
  for (const end of new Set(ends.map((program) => machineOf<{ apply: Apply }>(program, 'apply')))) {
    const { apply } = end
    end.apply = function limited(input, environment) {
      budget.spend()
      return apply.call(this, input, environment)
    }
  }
  const calls = machineOf<Call>('empty', 'apply')
  const { apply } = calls
  calls.apply = function* limited(input, environment) {
    budget.spend()
    const { name, args } = this
    const isArgument = environment.userFuncArgs[name] !== undefined
    const own = isArgument ? undefined : ownBuiltins.get(name)
    const results = own?.({ input, environment, args, budget }) ?? apply.call(this, input, environment)
    for (const result of results) {
      budget.spend()
      yield result
    }
  }
}

interface Assignment {
  update(target: unknown, path: readonly unknown[], ...rest: readonly unknown[]): unknown
}

function checkPath(path: unknown): void {
  if (!Array.isArray(path)) return
  for (const step of path) {
    if (typeof step === 'number' && step > furthestPlace) throw new RangeError('the list would be too long')
  }
}

/** What makes much of little: a list by its last place, a text by repeating it. */
function limitSizes(): void {
  for (const program of ['.a = 1', '.a |= 1']) {
    const assignments = machineOf<Assignment>(program, 'update')
    const { update } = assignments
    assignments.update = function limited(target, path, ...rest) {
      budget.spend()
      checkPath(path)
      return update.call(this, target, path, ...rest)
    }
  }
  const products = machineOf<{ repeat(text: string, times: number): unknown }>('1 * 2', 'repeat')
  products.repeat = (text, times) => {
    if (times <= 0) return null
    if (text.length * times > longestText) throw new RangeError('the text would be too long')
    budget.make(text.length * times)
    return text.repeat(Math.ceil(times))
  }
}

/** What is missing or false is left out on the left of `//`, as jq does; the interpreter hands it on. */
function mendAlternatives(): void {
  const alternatives = machineOf<{ apply: Apply }>('1 // 2', 'apply')
  const { apply } = alternatives
  alternatives.apply = function* truthy(input, environment) {
    const results = [...apply.call(this, input, environment)]
    const found = results.filter((result) => result !== null && result !== false)
    yield* found.length > 0 ? found : results.slice(-1)
  }
}

limitSteps()
limitSizes()
mendAlternatives()

const [builtinNames] = compile('[builtins[] | split("/")[0]]')(null)
const builtins = new Set<unknown>(Array.isArray(builtinNames) ? builtinNames : [])
for (const name of ownBuiltins.keys()) builtins.add(name.replace(/\/.*/, ''))

const word = /"(?:[^"\\]|\\.)*"|#[^\n]*|[.$@]?[A-Za-z_]\w*/g

/**
 * The interpreter keeps what a program defines, for all that come after it. So that none takes the place of what jq has,
 * a program's own goes by another name.
 */
function withOwnNames(program: string): string {
  const taken = new Set<string>()
  for (const [, name] of program.matchAll(/\bdef\s+([A-Za-z_]\w*)/g))
    if (builtins.has(name)) taken.add(name ?? '')
  if (taken.size === 0) return program
  return program.replaceAll(word, (text) => (taken.has(text) ? `${text}_of_the_program` : text))
}

/** Every result of a program for an input, as JSON; `limit` is asked all the while. */
export function runJq(program: string, input: unknown, limit: EvaluationBudget): readonly unknown[] {
  if (program.length > longestProgram) throw new RangeError('the program is too long')
  budget = limit
  try {
    limit.spend(program.length * stepsToCompile)
    const run = compile(program.trim() === '' ? '.' : withOwnNames(program))
    const results: unknown[] = []
    for (const result of run(input)) {
      limit.spend()
      results.push(result)
      if (results.length > mostResults) throw new RangeError('too many results')
    }
    return results
  } finally {
    budget = nobodys
  }
}
