import {
  type FunctionTable,
  integerIn,
  listIn,
  numberIn,
  type RuleFunction,
  taking,
} from '../rule-sql/evaluate/functions/arguments.ts'
import { functions } from '../rule-sql/evaluate/functions/functions.ts'
import { concatenated, textOf } from '../rule-sql/evaluate/functions/text-of.ts'
import { ClauseFailure, failure, noClause, RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { Decoding } from '../rule-sql/evaluate/scope.ts'
import { bytesOf, isBinary, isList, isMap, type Term, type TermMap } from '../rule-sql/evaluate/term.ts'
import type { VariformNode } from './parse-variform.ts'

/** Why there is no value, as the broker's JSON has it. */
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

/** Characters or items that one expression may make. */
const mostMade = 4_000_000

/** The value of an expression over what is known by name. Nothing it does ends otherwise. */
export function evaluateVariform(node: VariformNode, bindings: TermMap, now: () => number): Evaluated {
  let made = 0
  const budget = {
    check: () => undefined,
    made(size: number) {
      made += size
      if (made > mostMade) throw new VariformFailure({ reason: 'limit_exceeded' })
    },
  }
  const execution = { decoding: new Decoding(), budget, jqTimeout: 0, now }
  const run = (one: VariformNode): Term => {
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
    const result = found.run(args.map(run), { event: undefined, execution })
    if (typeof result === 'string' || isList(result)) budget.made(result.length)
    return result
  }
  try {
    return { value: run(node) }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): VariformReason {
  if (error instanceof VariformFailure) return error.reason
  if (error instanceof RuleFailure) return { exception: 'error', reason: error.message }
  if (error instanceof ClauseFailure) return { exception: 'error', reason: 'function_clause' }
  if (error instanceof RangeError) return { exception: 'error', reason: 'limit_exceeded' }
  throw error
}

/** `payload.a.b`: only maps are looked into. */
function variable(name: string, bindings: TermMap): Term {
  let at: Term = bindings
  for (const key of name.split('.').filter((part) => part !== '')) {
    if (!isMap(at) || !at.has(key)) throw new VariformFailure({ reason: 'var_unbound', var_name: name })
    at = at.get(key)
  }
  return at
}

/** Those that expressions share with the statements of rules, by the same name and with the same meaning. */
const shared = [
  ...['lower', 'ltrim', 'reverse', 'rtrim', 'strlen', 'substr', 'trim', 'upper', 'split', 'tokens'],
  ...['sprintf_s', 'pad', 'replace', 'regex_match', 'regex_replace', 'regex_extract', 'ascii', 'find'],
  ...['join_to_string', 'unescape', 'bin2hexstr', 'hexstr2bin', 'base64_encode', 'base64_decode', 'hash'],
  ...['json_encode', 'json_decode'],
]

const two = taking(2)

const order = (one: number | string | bigint, other: number | string | bigint): -1 | 0 | 1 =>
  one < other ? -1 : one > other ? 1 : 0

function compared(kind: 'num' | 'str', of: (args: readonly Term[]) => -1 | 0 | 1): FunctionTable {
  return {
    [`${kind}_comp`]: two((args) => ['lt', 'eq', 'gt'][of(args) + 1]),
    [`${kind}_eq`]: two((args) => of(args) === 0),
    [`${kind}_neq`]: two((args) => of(args) !== 0),
    [`${kind}_lt`]: two((args) => of(args) < 0),
    [`${kind}_lte`]: two((args) => of(args) <= 0),
    [`${kind}_gt`]: two((args) => of(args) > 0),
    [`${kind}_gte`]: two((args) => of(args) >= 0),
  }
}

/** A number, or a text of one. */
function numeric(term: Term): bigint | number {
  if (typeof term !== 'string') return numberIn(term)
  if (/^[+-]?\d+$/.test(term)) return BigInt(term.replace('+', ''))
  if (/^[+-]?\d+\.\d+$/.test(term)) return Number(term)
  throw failure('badarg')
}

const isEmpty = (term: Term): boolean => term === undefined || term === null || term === ''

/** As condition: everything but what is false, empty or not there. */
const isTrue = (term: Term): boolean =>
  term !== false && term !== 'false' && !isEmpty(term) && !(isList(term) && term.length === 0)

const bigEndian = (term: Term): bigint => {
  if (!isBinary(term)) throw noClause()
  return bytesOf(term).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

function inRange(number: bigint, min: bigint, max: bigint): bigint {
  if (min > max) throw failure('badarg')
  return min + (number % (max - min + 1n))
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function randomText(length: Term): string {
  const wanted = Number(integerIn(length))
  if (wanted < 0 || wanted > 1024) throw failure('badarg')
  return Array.from(crypto.getRandomValues(new Uint8Array(wanted)), (byte) => letters[byte % 62]).join('')
}

const own: FunctionTable = {
  any_to_str: taking(1)(([x]) => textOf(x)),
  num_to_str: taking(1)(([x]) => textOf(x)),
  concat: { counts: 'any', run: (args) => concatenated(isList(args[0]) ? args[0] : args) },
  is_empty_val: taking(1)(([x]) => isEmpty(x)),
  not: taking(1)(([x]) => !isTrue(x)),
  nth: two(([index, list]) => {
    const at = numeric(index)
    if (typeof at !== 'bigint' || at < 1n) throw failure('function_clause')
    return listIn(list)[Number(at) - 1] ?? ''
  }),
  rm_prefix: two(([text, prefix]) => {
    if (typeof text !== 'string' || typeof prefix !== 'string') throw noClause()
    return text.startsWith(prefix) ? text.slice(prefix.length) : text
  }),
  int2hexstr: taking(1)(([x]) => integerIn(x).toString(16).toUpperCase()),
  rand_str: taking(1)(([length]) => randomText(length)),
  rand_int: taking(1)(([most]) => {
    const max = Number(integerIn(most))
    if (max < 1) throw failure('badarg')
    return BigInt(1 + Math.floor(Math.random() * max))
  }),
  hash_to_range: taking(3)(([x, min, max], around) => {
    const digest = functions.get('sha256')?.run([textOf(x)], around)
    return inRange(BigInt(`0x${String(digest)}`), integerIn(min), integerIn(max))
  }),
  map_to_range: taking(3)(([x, min, max]) =>
    inRange(typeof x === 'bigint' ? (x < 0n ? -x : x) : bigEndian(x), integerIn(min), integerIn(max)),
  ),
  timestamp_ms: taking(0)((_args, { execution }) => BigInt(execution.now())),
  timestamp_s: taking(0)((_args, { execution }) => BigInt(execution.now()) / 1000n),
  ...compared('num', ([one, other]) => order(numeric(one), numeric(other))),
  ...compared('str', ([one, other]) => order(String(textOf(one)), String(textOf(other)))),
}

/** All but `coalesce`, `iif` and `is_empty`, which look at their arguments one by one. Only the broker knows `getenv`. */
export const variformFunctions: ReadonlyMap<string, RuleFunction> = new Map([
  ...shared.flatMap((name) => {
    const found = functions.get(name)
    return found === undefined ? [] : [[name, found] as const]
  }),
  ...Object.entries(own),
])
