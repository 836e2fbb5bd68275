import type { EvaluationBudget } from '../budget.ts'
import { compareTerms, parseErlangFloat, parseErlangInteger } from '../compare-terms.ts'
import { decodeJson } from '../decode-json.ts'
import { compactFloat, formatFixedFloat } from '../float-text.ts'
import { failure, noClause } from '../rule-failure.ts'
import {
  isBinary,
  isList,
  isMap,
  isNumber,
  Opaque,
  type Term,
  type TermMap,
  toBinary,
  toBytes,
} from '../term.ts'
import { budgetIn, type FunctionTable, taking } from './arguments.ts'
import { toTermText } from './term-text.ts'

const one = taking(1)
const badarg = () => failure('badarg')

function toCharacters(term: Term, budget: EvaluationBudget): string | undefined {
  if (typeof term === 'string') return term
  if (isList(term)) budget.spend(term.length)
  if (!isList(term) || !term.every((code) => typeof code === 'bigint' && code > 0n && code < 0x110000n))
    return undefined
  return term.map((code) => String.fromCodePoint(Number(code))).join('')
}

function toInteger(term: Term, budget: EvaluationBudget): bigint {
  if (typeof term === 'bigint') return term
  if (typeof term === 'number') return BigInt(Math.floor(term))
  if (typeof term === 'boolean') return term ? 1n : 0n
  const text = toCharacters(term, budget)
  if (text === undefined) throw badarg()
  const integer = parseErlangInteger(text, budget)
  if (integer !== undefined) return integer
  const float = parseErlangFloat(text)
  if (float === undefined) throw badarg()
  return BigInt(Math.floor(float))
}

function toFloat(term: Term, budget: EvaluationBudget): number {
  if (isNumber(term)) {
    const float = Number(term)
    if (!Number.isFinite(float)) throw badarg()
    return float
  }
  const text = toCharacters(term, budget)
  const float = text === undefined ? undefined : (parseErlangFloat(text) ?? parseErlangInteger(text, budget))
  if (float === undefined) throw badarg()
  return toFloat(float, budget)
}

function toTruth(term: Term): boolean {
  if (typeof term === 'boolean') return term
  if (term === 'true' || (isNumber(term) && compareTerms(term, 1n) === 0)) return true
  if (term === 'false' || (isNumber(term) && compareTerms(term, 0n) === 0)) return false
  throw badarg()
}

/** Converts the argument of a map function: a map, or its JSON. */
export function toMap(term: Term, budget: EvaluationBudget): TermMap {
  if (isMap(term)) return term
  if (isBinary(term)) {
    const decoded = decodeJson(term, budget)
    if (isMap(decoded)) return decoded
    throw badarg()
  }
  if (isList(term) && term.length === 0) return new Map()
  throw badarg()
}

function decimalsIn(term: Term): number {
  if (typeof term !== 'bigint' || term < 0n || term > 253n) throw badarg()
  return Number(term)
}

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes[at * 2] = code & 0xff
    bytes[at * 2 + 1] = code >> 8
  }
  return bytes
}

const kind = (test: (term: Term, budget: EvaluationBudget) => boolean) =>
  one(([x], around) => test(x, budgetIn(around)))

/** Creates a function that works on the text of any term. */
const asText = (work: (text: string | Uint8Array) => Term) =>
  one(([x], around) => {
    const text = toTermText(x, budgetIn(around))
    budgetIn(around).spend(text.length / 4)
    return work(text)
  })

export const convertFunctions: FunctionTable = {
  str: asText((text) => text),
  str_utf8: asText((text) => (typeof text === 'string' ? text : new Opaque('tuple', text))),
  str_utf16_le: asText((text) =>
    typeof text === 'string' ? toBinary(utf16(text)) : new Opaque('tuple', text),
  ),
  bool: one(([x]) => toTruth(x)),
  int: one(([x], around) => toInteger(x, budgetIn(around))),
  float: taking(
    1,
    2,
  )((args, around) => {
    const [x, decimals] = args
    if (args.length === 1) return toFloat(x, budgetIn(around))
    if (isNumber(decimals) && decimals <= 0) throw noClause()
    const value = toFloat(x, budgetIn(around))
    return Number(formatFixedFloat(value, decimalsIn(decimals)))
  }),
  float2str: taking(2)(([x, decimals]) => {
    if (typeof x !== 'number') throw badarg()
    return compactFloat(x, decimalsIn(decimals))
  }),
  map: one(([x], around) => toMap(x, budgetIn(around))),
  is_null: kind((x) => x === undefined),
  is_null_var: kind((x) => x === undefined || x === null),
  is_not_null: kind((x) => x !== undefined),
  is_not_null_var: kind((x) => x !== undefined && x !== null),
  is_str: kind(isBinary),
  is_bool: kind((x) => typeof x === 'boolean'),
  is_int: kind((x) => typeof x === 'bigint'),
  is_float: kind((x) => typeof x === 'number'),
  is_num: kind(isNumber),
  is_map: kind(isMap),
  is_array: kind(isList),
  is_empty: kind((x, budget) => {
    if (isList(x)) return x.length === 0
    return x === '' || toMap(x, budget).size === 0
  }),
  null: taking(0)(() => undefined),
  coalesce: taking(1, 2)((args) => coalesceTerms(args, () => false)),
  coalesce_ne: taking(1, 2)((args) => coalesceTerms(args, (x) => x === '' || (isList(x) && x.length === 0))),
  bitsize: one(([x]) => {
    if (x instanceof Opaque && x.what === 'bits') return BigInt(x.length)
    if (!isBinary(x)) throw noClause()
    return BigInt(toBytes(x).length * 8)
  }),
  bytesize: one(([x], around) => {
    if (typeof x === 'bigint') throw badarg()
    return BigInt(countBytes(x, budgetIn(around), 0))
  }),
}

function coalesceTerms(args: readonly Term[], isEmpty: (term: Term) => boolean): Term {
  const [list] = args
  const all = args.length === 1 ? list : args
  if (!isList(all)) throw noClause()
  return all.find((item) => item !== undefined && !isEmpty(item))
}

function countBytes(term: Term, budget: EvaluationBudget, depth: number): number {
  budget.spend()
  if (isBinary(term)) {
    budget.read(term.length)
    return toBytes(term).length
  }
  if (typeof term === 'bigint' && term >= 0n && term < 256n) return 1
  if (!isList(term)) throw badarg()
  budget.checkDepth(depth)
  return term.reduce((sum: number, item) => sum + countBytes(item, budget, depth + 1), 0)
}
