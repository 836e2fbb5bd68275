import type { Reference, Step } from '../statement.ts'
import { decodeJson } from './decode-json.ts'
import { failure, noClause } from './rule-failure.ts'
import { isBinary, isList, isMap, type Term, type TermMap } from './term.ts'

/**
 * What a name is looked up in. The broker keeps the columns of an event apart from what a statement calls something: both
 * may have the same name, and then a statement's own comes first, except where it looks into `payload`.
 */
export interface Scope {
  readonly columns: ReadonlyMap<string, Term>
  readonly named: ReadonlyMap<string, Term>
}

export const emptyScope: Scope = { columns: new Map(), named: new Map() }

export function lookUp({ columns, named }: Scope, name: string): Term {
  return named.has(name) ? named.get(name) : columns.get(name)
}

export const merged = (below: Scope, above: Scope): Scope => ({
  columns: new Map([...below.columns, ...above.columns]),
  named: new Map([...below.named, ...above.named]),
})

/** All of it as one map; what a statement names covers columns. */
export const wholeOf = ({ columns, named }: Scope): TermMap => new Map([...columns, ...named])

/** One execution: the payload is decoded once, whichever text of that name is looked into first. */
export class Decoding {
  #payload: Term

  decoded(payload: Term): Term {
    if (!isBinary(payload)) return payload
    if (this.#payload !== undefined) return this.#payload
    try {
      this.#payload = decodeJson(payload)
    } catch {
      throw failure('decode_json_failed')
    }
    return this.#payload
  }
}

/** A text inside a path is looked into as JSON. */
function opened(term: Term): Term {
  if (!isBinary(term)) return term
  try {
    return decodeJson(term)
  } catch {
    return undefined
  }
}

type Root = Scope | Term

const isScope = (root: Root): root is Scope =>
  typeof root === 'object' && root !== null && 'columns' in root && 'named' in root

const partOf = (root: Root, name: string): Term => {
  if (isScope(root)) return lookUp(root, name)
  const data = opened(root)
  return isMap(data) ? data.get(name) : undefined
}

export function stepInto(step: Step, root: Root, whole: Root): Term {
  if (step.kind === 'key') return partOf(root, step.key)
  if (isScope(root)) return undefined
  const list = opened(root)
  if (!isList(list)) return undefined
  const index = indexOf(step, whole)
  // `[0]` is a place to write to; nothing is read there.
  return typeof index === 'bigint' ? nth(list, index) : undefined
}

function nth(list: readonly Term[], index: bigint): Term {
  if (index === 0n) return undefined
  const at = index > 0n ? Number(index) - 1 : list.length + Number(index)
  return list[at]
}

function indexOf({ at }: Extract<Step, { kind: 'index' }>, whole: Root): Term {
  if (at === 'head' || at === 'tail') return at
  return typeof at === 'bigint' ? at : walk(at.steps, whole)
}

/** What lies at the end of a path; undefined where it leads nowhere. */
export function walk(steps: readonly Step[], root: Root): Term {
  let at: Root = root
  for (const step of steps) {
    at = stepInto(step, at, root)
    if (at === undefined) return undefined
  }
  return isScope(at) ? wholeOf(at) : at
}

export function readReference({ steps }: Reference, scope: Scope, decoding: Decoding): Term {
  const [first, ...rest] = steps
  if (first?.kind !== 'key') return walk(steps, scope)
  if (rest.length === 0) return lookUp(scope, first.key)
  if (first.key !== 'payload') return walk(steps, scope)
  const { columns, named } = scope
  if (columns.has('payload')) return walk(rest, decoding.decoded(columns.get('payload')))
  if (named.has('payload')) return walk(rest, decoding.decoded(named.get('payload')))
  return undefined
}

/** Puts a value where a path leads, making what is missing; `asColumn` where the path is a column's own name. */
export function put(
  scope: Scope,
  { steps }: Reference,
  value: Term,
  { asColumn = false, decoding }: { readonly asColumn?: boolean; readonly decoding: Decoding },
): Scope {
  const [first, ...rest] = steps
  if (first?.kind !== 'key') throw noClause()
  const own = asColumn ? scope.columns : scope.named
  const other = asColumn ? scope.named : scope.columns
  const isOwn = own.has(first.key) || !other.has(first.key)
  const place = isOwn ? own : other
  const isOpened = first.key === 'payload' && rest.length > 0 && own.has('payload')
  const given = place.get(first.key)
  const inside = isOpened && isOwn ? decoding.decoded(given) : given
  const changed = new Map(place).set(first.key, putInto(rest, value, inside, scope))
  const isColumns = place === scope.columns
  return isColumns ? { ...scope, columns: changed } : { ...scope, named: changed }
}

function putInto(steps: readonly Step[], value: Term, into: Term, whole: Root): Term {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const inner = putInto(rest, value, stepInto(step, into, whole), whole)
  if (step.kind === 'key') return new Map(isMap(into) ? into : []).set(step.key, inner)
  if (!isList(into)) return [inner]
  const index = indexOf(step, whole)
  if (index === 'head') return [inner, ...into]
  if (index === 'tail') return [...into, inner]
  if (typeof index !== 'bigint' || index === 0n) return into
  const at = index > 0n ? Number(index) - 1 : into.length + Number(index)
  return at >= 0 && at < into.length ? into.map((item, here) => (here === at ? inner : item)) : into
}

/** The same for functions: a path of keys, from any term. */
export function putAt(keys: readonly string[], value: Term, into: Term): Term {
  const steps = keys.map((key): Step => ({ kind: 'key', key, from: 0, to: 0 }))
  return putInto(steps, value, isMap(into) || isList(into) ? into : new Map(), into)
}

export function walkKeys(keys: readonly string[], root: Term): Term {
  return walk(
    keys.map((key) => ({ kind: 'key', key, from: 0, to: 0 })),
    root,
  )
}
