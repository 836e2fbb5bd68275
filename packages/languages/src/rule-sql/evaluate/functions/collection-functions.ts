import { type EvaluationBudget, isLimit } from '../budget.ts'
import { isSame } from '../compare-terms.ts'
import { decodeJson } from '../decode-json.ts'
import { compactFloat } from '../float-text.ts'
import { printInteger } from '../integers.ts'
import { byBytes } from '../json-text.ts'
import { failure, noClause } from '../rule-failure.ts'
import { putAt, walkKeys } from '../scope.ts'
import { atomName, isBinary, isList, isMap, Opaque, type Term, type TermMap } from '../term.ts'
import { budgetIn, type CallContext, type FunctionTable, integerIn, listIn, taking } from './arguments.ts'
import { toMap } from './convert-functions.ts'

const one = taking(1)
const two = taking(2)

/** The steps for each entry. */
const [stepsToSort, stepsForMap] = [16, 32]

function keysIn(term: Term): readonly string[] {
  if (typeof term === 'string') return term.split('.')
  throw failure('badmatch')
}

function sortEntries(map: TermMap, budget: EvaluationBudget): readonly (readonly [string, Term])[] {
  budget.spend(map.size * stepsToSort)
  return [...map].sort(([a], [b]) => byBytes(a, b))
}

/** An atom is looked up by its text; any other key does not exist in JSON. */
function toKey(term: Term, budget: EvaluationBudget): string | undefined {
  if (typeof term === 'string') return term
  return typeof term === 'bigint' ? printInteger(term, budget) : atomName(term)
}

const entriesIn = (term: Term, around: CallContext) =>
  sortEntries(toMap(term, budgetIn(around)), budgetIn(around))

const valueOr = (value: Term, missing: Term) => (value === undefined ? missing : value)

function nth(index: bigint, list: readonly Term[]): Term {
  if (index < 1n || index > BigInt(list.length)) throw noClause()
  return list[Number(index) - 1]
}

function sublist(args: readonly Term[]): Term {
  const list = listIn(args.at(-1))
  const [first, second] = args
  const [start, length] = args.length === 2 ? [1n, integerIn(first)] : [integerIn(first), integerIn(second)]
  if (start < 1n || length < 0n) throw noClause()
  return list.slice(Number(start) - 1, Number(start - 1n + length))
}

/** Returns arguments for Redis' HSET: alternating names and values, without values that have no form there. */
function hsetArgs(given: Term, budget: EvaluationBudget): Term {
  let term = given
  if (isBinary(given)) {
    try {
      term = decodeJson(given, budget)
    } catch (error) {
      if (isLimit(error)) throw error
      term = undefined
    }
  }
  const pairs = isMap(term) ? sortEntries(term, budget).toReversed() : []
  budget.spend(pairs.length * stepsToSort)
  return [
    'map_to_redis_hset_args',
    ...pairs.flatMap(([name, value]): Term[] => {
      if (isBinary(value)) return [name, value]
      if (typeof value === 'boolean') return [name, String(value)]
      if (typeof value === 'bigint') return [name, printInteger(value, budget)]
      return typeof value === 'number' ? [name, compactFloat(value, 6)] : []
    }),
  ]
}

export const collectionFunctions: FunctionTable = {
  map_new: taking(0)(() => new Map()),
  map_get: taking(
    2,
    3,
  )(([key, map, missing], around) => valueOr(walkKeys(keysIn(key), map, budgetIn(around)), missing)),
  map_put: taking(3)(([key, value, map], around) => putAt(keysIn(key), value, map, budgetIn(around))),
  map_keys: one(([map], around) => entriesIn(map, around).map(([key]) => key)),
  map_values: one(([map], around) => entriesIn(map, around).map(([, value]) => value)),
  map_to_entries: one(([map], around) => {
    const entries = entriesIn(map, around)
    budgetIn(around).makeTerms(entries.length * 2)
    budgetIn(around).spend(entries.length * stepsForMap)
    return entries.map(([key, value]) => new Map(Object.entries({ key, value })))
  }),
  map_size: one(([map], around) => BigInt(toMap(map, budgetIn(around)).size)),
  mget: taking(
    2,
    3,
  )(([key, given, missing], around) => {
    const map = toMap(given, budgetIn(around))
    const name = toKey(key, budgetIn(around))
    return name !== undefined && map.has(name) ? map.get(name) : missing
  }),
  mput: taking(3)(([key, value, given], around) => {
    const map = toMap(given, budgetIn(around))
    const name = toKey(key, budgetIn(around))
    budgetIn(around).spend(map.size)
    return name === undefined ? new Opaque('keys') : new Map(map).set(name, value)
  }),
  map_to_redis_hset_args: one(([x], around) => hsetArgs(x, budgetIn(around))),
  nth: two(([index, list]) => nth(integerIn(index), listIn(list))),
  length: one(([list]) => BigInt(listIn(list).length)),
  sublist: taking(2, 3)(sublist),
  first: one(([list]) => nth(1n, listIn(list))),
  last: one(([list]) => nth(BigInt(listIn(list).length), listIn(list))),
  contains: two(([item, list], around) => {
    if (!isList(list)) throw noClause()
    return list.some((other) => isSame(item, other, budgetIn(around)))
  }),
}
