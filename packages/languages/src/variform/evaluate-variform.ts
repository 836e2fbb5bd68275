import { EvaluationBudget, isLimit } from '../rule-sql/evaluate/budget.ts'
import { compareTerms } from '../rule-sql/evaluate/compare-terms.ts'
import {
  budgetIn,
  type FunctionTable,
  integerIn,
  listIn,
  numberIn,
  type RuleFunction,
  runCharged,
  taking,
} from '../rule-sql/evaluate/functions/arguments.ts'
import { functions } from '../rule-sql/evaluate/functions/functions.ts'
import { concatenateTerms, toTermText, toTermTexts } from '../rule-sql/evaluate/functions/term-text.ts'
import { bytesToInteger, divide, parseDigits, printInteger } from '../rule-sql/evaluate/integers.ts'
import { ClauseFailure, failure, noClause, RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { Decoding } from '../rule-sql/evaluate/scope.ts'
import { isBinary, isList, isMap, type Term, type TermMap, toBytes } from '../rule-sql/evaluate/term.ts'
import type { VariformNode } from './parse-variform.ts'

/** The reason why an expression has no value, in the form of the broker's JSON. */
type VariformReason = { readonly reason: string } & Readonly<Record<string, string>>

type Evaluated = { readonly value: Term } | { readonly reason: VariformReason }

class VariformFailure extends Error {
  override readonly name = 'VariformFailure'
  readonly reason: VariformReason
  constructor(reason: VariformReason) {
    super(reason.reason)
    this.reason = reason
  }
}

/** The maximum number of characters that one expression may create. */
const mostMade = 4_000_000

/**
 * Evaluates an expression over named values; always returns a value or a reason and never throws. Several expressions
 * may share a budget, as all expressions of one message do.
 */
export function evaluateVariform(
  node: VariformNode,
  bindings: TermMap,
  now: () => number,
  budget = new EvaluationBudget({ bytes: mostMade }),
): Evaluated {
  const execution = { decoding: new Decoding(budget), budget, jqTimeout: 0, now }
  const run = (one: VariformNode): Term => {
    budget.spend()
    switch (one.kind) {
      case 'value':
        return one.value
      case 'list':
        return one.items.map(run)
      case 'name':
        return variable(one.name, bindings)
      case 'call':
        return call(one.name, one.args)
    }
  }
  const orNothing = (one: VariformNode | undefined): Term => {
    if (one === undefined) return undefined
    try {
      return run(one)
    } catch (error) {
      if (error instanceof VariformFailure && error.reason.reason === 'var_unbound') return undefined
      throw error
    }
  }
  const first = (args: readonly VariformNode[]): Term => {
    const [only, more] = args
    const among = only?.kind === 'list' && more === undefined ? only.items : args
    for (const one of among) {
      const value = orNothing(one)
      const found = isList(value) && among.length === 1 ? value.find((item) => !isEmpty(item)) : value
      if (!isEmpty(found)) return found
    }
    return ''
  }
  const call = (called: string, args: readonly VariformNode[]): Term => {
    const name = called.replace(/^emqx_variform_bif\./, '')
    const [condition, then, otherwise] = args
    if (name === 'coalesce' && args.length > 0) return first(args)
    if (name === 'is_empty' && args.length === 1) return isEmpty(orNothing(condition))
    if (name === 'iif' && args.length === 3 && condition && then && otherwise)
      return run(isTrue(orNothing(condition)) ? then : otherwise)
    const found = variformFunctions.get(name)
    const isTaken = found?.counts === 'any' || found?.counts.includes(args.length) === true
    if (found === undefined || !isTaken)
      throw new VariformFailure({ reason: 'unknown_variform_function', function: name })
    return runCharged(found.run, args.map(run), { event: undefined, execution })
  }
  try {
    return { value: run(node) }
  } catch (error) {
    return { reason: toReason(error) }
  }
}

function toReason(error: unknown): VariformReason {
  if (error instanceof VariformFailure) return error.reason
  if (error instanceof RuleFailure && isLimit(error)) return { reason: 'limit_exceeded' }
  if (error instanceof RuleFailure) return { exception: 'error', reason: error.message }
  if (error instanceof ClauseFailure) return { exception: 'error', reason: 'function_clause' }
  if (error instanceof RangeError) return { exception: 'error', reason: 'limit_exceeded' }
  throw error
}

/** Resolves a name such as `payload.a.b`; only maps are accessed. */
function variable(name: string, bindings: TermMap): Term {
  let at: Term = bindings
  for (const key of name.split('.').filter((part) => part !== '')) {
    if (!isMap(at) || !at.has(key)) throw new VariformFailure({ reason: 'var_unbound', var_name: name })
    at = at.get(key)
  }
  return at
}

/** The functions that expressions share with rule statements, with the same names and meanings. */
const shared = [
  'lower',
  'ltrim',
  'reverse',
  'rtrim',
  'strlen',
  'substr',
  'trim',
  'upper',
  'split',
  'tokens',
  'sprintf_s',
  'pad',
  'replace',
  'regex_match',
  'regex_replace',
  'regex_extract',
  'ascii',
  'find',
  'join_to_string',
  'unescape',
  'bin2hexstr',
  'hexstr2bin',
  'base64_encode',
  'base64_decode',
  'hash',
  'json_encode',
  'json_decode',
]

const two = taking(2)

const order = (one: number | bigint, other: number | bigint): -1 | 0 | 1 =>
  one < other ? -1 : one > other ? 1 : 0

type Order = (args: readonly Term[], budget: EvaluationBudget) => -1 | 0 | 1

function createComparisons(kind: 'num' | 'str', of: Order): FunctionTable {
  const createComparison = (tell: (order: -1 | 0 | 1) => Term) =>
    two((args, around) => tell(of(args, budgetIn(around))))
  return {
    [`${kind}_comp`]: createComparison((order) => ['lt', 'eq', 'gt'][order + 1]),
    [`${kind}_eq`]: createComparison((order) => order === 0),
    [`${kind}_neq`]: createComparison((order) => order !== 0),
    [`${kind}_lt`]: createComparison((order) => order < 0),
    [`${kind}_lte`]: createComparison((order) => order <= 0),
    [`${kind}_gt`]: createComparison((order) => order > 0),
    [`${kind}_gte`]: createComparison((order) => order >= 0),
  }
}

/** Converts a number, or text that contains a number. */
function numeric(term: Term, budget: EvaluationBudget): bigint | number {
  if (typeof term !== 'string') return numberIn(term)
  if (/^[+-]?\d+$/.test(term)) return parseDigits(term, budget)
  if (/^[+-]?\d+\.\d+$/.test(term)) return Number(term)
  throw failure('badarg')
}

const isEmpty = (term: Term): boolean => term === undefined || term === null || term === ''

/** Returns whether a term counts as true in a condition: every term except false, empty and missing values. */
const isTrue = (term: Term): boolean =>
  term !== false && term !== 'false' && !isEmpty(term) && !(isList(term) && term.length === 0)

function inRange(number: bigint, min: bigint, max: bigint, budget: EvaluationBudget): bigint {
  if (min > max) throw failure('badarg')
  return min + divide('remainder', number, max - min + 1n, budget)
}

const bytesAtOnce = 8
const oneMore = 1n << 64n

/** Maps big-endian bytes to a number in a range; only the remainder of the bytes read so far is kept. */
function bytesInRange(bytes: Uint8Array, min: bigint, max: bigint, budget: EvaluationBudget): bigint {
  if (min > max) throw failure('badarg')
  const size = max - min + 1n
  // A larger range has as many digits as the number, so each step would cost its whole length.
  if (size >= oneMore) return inRange(bytesToInteger(bytes, budget), min, max, budget)
  budget.spend(bytes.length)
  const begin = bytes.length % bytesAtOnce
  let rest = bytesToInteger(bytes.subarray(0, begin), budget) % size
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = begin; at < bytes.length; at += bytesAtOnce)
    rest = ((rest << 64n) | view.getBigUint64(at)) % size
  return min + rest
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function randomText(length: Term): string {
  const wanted = Number(integerIn(length))
  if (wanted < 0 || wanted > 1024) throw failure('badarg')
  return Array.from(crypto.getRandomValues(new Uint8Array(wanted)), (byte) => letters[byte % 62]).join('')
}

const own: FunctionTable = {
  any_to_str: taking(1)(([x], around) => toTermText(x, budgetIn(around))),
  num_to_str: taking(1)(([x], around) => toTermText(x, budgetIn(around))),
  concat: {
    counts: 'any',
    run: (args, around) => concatenateTerms(isList(args[0]) ? args[0] : args, budgetIn(around)),
  },
  is_empty_val: taking(1)(([x]) => isEmpty(x)),
  not: taking(1)(([x]) => !isTrue(x)),
  nth: two(([index, list], around) => {
    const at = numeric(index, budgetIn(around))
    if (typeof at !== 'bigint' || at < 1n) throw failure('function_clause')
    return listIn(list)[Number(at) - 1] ?? ''
  }),
  rm_prefix: two(([text, prefix]) => {
    if (typeof text !== 'string' || typeof prefix !== 'string') throw noClause()
    return text.startsWith(prefix) ? text.slice(prefix.length) : text
  }),
  int2hexstr: taking(1)(([x], around) => printInteger(integerIn(x), budgetIn(around), 16).toUpperCase()),
  rand_str: taking(1)(([length]) => randomText(length)),
  rand_int: taking(1)(([most]) => {
    const max = Number(integerIn(most))
    if (max < 1) throw failure('badarg')
    return BigInt(1 + Math.floor(Math.random() * max))
  }),
  hash_to_range: taking(3)(([x, min, max], around) => {
    const budget = budgetIn(around)
    const digest = functions.get('sha256')?.run([toTermText(x, budget)], around)
    return inRange(BigInt(`0x${String(digest)}`), integerIn(min), integerIn(max), budget)
  }),
  map_to_range: taking(3)(([x, min, max], around) => {
    const [from, to, budget] = [integerIn(min), integerIn(max), budgetIn(around)]
    if (typeof x === 'bigint') return inRange(x < 0n ? -x : x, from, to, budget)
    if (!isBinary(x)) throw noClause()
    return bytesInRange(toBytes(x), from, to, budget)
  }),
  timestamp_ms: taking(0)((_args, { execution }) => BigInt(execution.now())),
  timestamp_s: taking(0)((_args, { execution }) => BigInt(execution.now()) / 1000n),
  ...createComparisons('num', ([one, other], budget) => order(numeric(one, budget), numeric(other, budget))),
  ...createComparisons('str', (args, budget) => {
    const [one, other] = toTermTexts(args, budget)
    return order(compareTerms(one, other, budget), 0)
  }),
}

/**
 * The functions except `coalesce`, `iif` and `is_empty`, which evaluate their arguments one by one. Only the broker
 * knows `getenv`.
 */
export const variformFunctions: ReadonlyMap<string, RuleFunction> = new Map([
  ...shared.flatMap((name) => {
    const found = functions.get(name)
    return found === undefined ? [] : [[name, found] as const]
  }),
  ...Object.entries(own),
])
