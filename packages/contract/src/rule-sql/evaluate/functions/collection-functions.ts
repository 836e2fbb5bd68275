import { isSame } from '../compare-terms.ts'
import { decodeJson } from '../decode-json.ts'
import { compactFloat } from '../float-text.ts'
import { byBytes } from '../json-text.ts'
import { failure, noClause } from '../rule-failure.ts'
import { putAt, walkKeys } from '../scope.ts'
import { atomName, isBinary, isList, isMap, Opaque, type Term } from '../term.ts'
import { type FunctionTable, integerIn, listIn, taking } from './arguments.ts'
import { toMap } from './convert-functions.ts'

const one = taking(1)
const two = taking(2)

function keysIn(term: Term): readonly string[] {
  if (typeof term === 'string') return term.split('.')
  throw failure('badmatch')
}

const sorted = (map: ReadonlyMap<string, Term>) => [...map].sort(([a], [b]) => byBytes(a, b))

/** A name of the broker's is found by its text; any other key is none that JSON knows. */
function keyOf(term: Term): string | undefined {
  return typeof term === 'string' ? term : typeof term === 'bigint' ? String(term) : atomName(term)
}

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

/** Arguments for Redis' HSET: names and values one after the other, what has no form there left out. */
function hsetArgs(given: Term): Term {
  let term = given
  if (isBinary(given)) {
    try {
      term = decodeJson(given)
    } catch {
      term = undefined
    }
  }
  const pairs = isMap(term) ? sorted(term).reverse() : []
  return [
    'map_to_redis_hset_args',
    ...pairs.flatMap(([name, value]): Term[] => {
      if (isBinary(value)) return [name, value]
      if (typeof value === 'bigint' || typeof value === 'boolean') return [name, String(value)]
      return typeof value === 'number' ? [name, compactFloat(value, 6)] : []
    }),
  ]
}

export const collectionFunctions: FunctionTable = {
  map_new: taking(0)(() => new Map()),
  map_get: taking(2, 3)(([key, map, missing]) => valueOr(walkKeys(keysIn(key), map), missing)),
  map_put: taking(3)(([key, value, map]) => putAt(keysIn(key), value, map)),
  map_keys: one(([map]) => sorted(toMap(map)).map(([key]) => key)),
  map_values: one(([map]) => sorted(toMap(map)).map(([, value]) => value)),
  map_to_entries: one(([map]) =>
    sorted(toMap(map)).map(
      ([key, value]) =>
        new Map<string, Term>([
          ['key', key],
          ['value', value],
        ]),
    ),
  ),
  map_size: one(([map]) => BigInt(toMap(map).size)),
  mget: taking(
    2,
    3,
  )(([key, given, missing]) => {
    const map = toMap(given)
    const name = keyOf(key)
    return name !== undefined && map.has(name) ? map.get(name) : missing
  }),
  mput: taking(3)(([key, value, given]) => {
    const map = toMap(given)
    const name = keyOf(key)
    return name === undefined ? new Opaque('keys') : new Map(map).set(name, value)
  }),
  map_to_redis_hset_args: one(([x]) => hsetArgs(x)),
  nth: two(([index, list]) => nth(integerIn(index), listIn(list))),
  length: one(([list]) => BigInt(listIn(list).length)),
  sublist: taking(2, 3)(sublist),
  first: one(([list]) => nth(1n, listIn(list))),
  last: one(([list]) => nth(BigInt(listIn(list).length), listIn(list))),
  contains: two(([item, list]) => {
    if (!isList(list)) throw noClause()
    return list.some((other) => isSame(item, other))
  }),
}
