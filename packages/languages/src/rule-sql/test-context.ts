import { Atom, isMap, type Term, type TermMap } from './evaluate/term.ts'
import type { ContextKind, RuleEvent } from './rule-event.ts'
import { ruleEvents } from './rule-events.ts'

/** The error in a context: the invalid columns and the reason. */
export type ContextFault =
  | { readonly kind: 'event'; readonly value: Term }
  | { readonly kind: 'unknown'; readonly names: readonly string[]; readonly event: RuleEvent }
  | {
      readonly kind: 'value'
      readonly name: string
      readonly value: Term
      readonly expected: ContextKind
      readonly event: RuleEvent
    }

export interface TestContext {
  readonly event: RuleEvent
  /** The given columns only. */
  readonly columns: TermMap
}

function read(kind: ContextKind, term: Term): { readonly term: Term } | undefined {
  const text = typeof term === 'string' ? term : undefined
  switch (kind) {
    case 'text':
      if (typeof term === 'bigint') return { term: String(term) }
      return text === undefined ? undefined : { term }
    case 'integer':
      if (text !== undefined && /^-?\d+$/.test(text)) return { term: BigInt(text) }
      return typeof term === 'bigint' ? { term } : undefined
    case 'qos': {
      const value = read('integer', term)?.term
      return value === 0n || value === 1n || value === 2n ? { term: value } : undefined
    }
    case 'truth':
      if (text === 'true' || text === 'false') return { term: text === 'true' }
      return typeof term === 'boolean' ? { term } : undefined
    case 'map':
      return isMap(term) ? { term } : undefined
  }
}

/** Reads the context of a test: the columns of one event. Null counts as missing. */
export function readContext(given: TermMap): TestContext | { readonly fault: ContextFault } {
  const type = given.get('event_type')
  const event = ruleEvents.find((one) => one.type === type)
  if (event === undefined) return { fault: { kind: 'event', value: type } }
  const columns = new Map<string, Term>([
    ['event_type', event.type.startsWith('$') ? event.type : new Atom(event.type)],
  ])
  const names = [...given.keys()].filter(
    (name) => !['event_type', 'event'].includes(name) && !Object.hasOwn(event.context, name),
  )
  if (names.length > 0) return { fault: { kind: 'unknown', names, event } }
  for (const [name, expected] of Object.entries(event.context)) {
    const value = given.get(name)
    if (value === undefined || value === null) continue
    const term = read(expected, value)
    if (term === undefined) return { fault: { kind: 'value', name, value, expected, event } }
    columns.set(name, term.term)
  }
  const own = given.get('event')
  if (typeof own === 'string' && event.type.startsWith('$')) columns.set('event', own)
  return { event, columns }
}
