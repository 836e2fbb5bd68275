import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { isList, isMap, type Term, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Expression, Field, Reference, Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import { nearest } from '@brokerdeck/languages/rule-sql/statement-problem.ts'
import type { MissingPart } from './lab-command.ts'
import { probe, toReference } from './line-value.ts'

/** A device may send any number of keys. */
const mostKeys = 200
/** The maximum number of paths of a statement that are checked for each message. */
const mostPaths = 500

interface Path {
  readonly reference: Reference
  readonly isCondition: boolean
}

/** Returns the paths of fields and of WHERE that lead to nothing in a message. `run` returns the row of the fields. */
export function missingParts(
  { fields, where }: Statement,
  run: (fields: readonly Field[]) => TermMap | undefined,
): readonly MissingPart[] {
  const ofFields = fields.map((field) => (field.kind === 'everything' ? [] : pathsIn(field.value)))
  const ofWhere = where === undefined ? [] : pathsIn(where)
  const roots = new Set([...ofFields.flat(), ...ofWhere].map(getRootKey))
  if (roots.size === 0) return []
  const asked: Field[] = []
  const found: (Path & { readonly at: number })[] = []
  const known = new Map<string, number>()
  const ask = (references: readonly Reference[], isCondition: boolean) => {
    for (const reference of references) {
      const root = getRootKey(reference)
      const at = known.get(root) ?? asked.length
      if (!known.has(root)) {
        known.set(root, at)
        const { from, to } = reference
        const value = { ...reference, steps: reference.steps.slice(0, 1) }
        asked.push({ kind: 'field', value, alias: toReference(probe(at), reference), from, to })
      }
      found.push({ reference, isCondition, at })
    }
  }
  for (const [at, field] of fields.entries()) {
    ask(ofFields[at] ?? [], false)
    const alias = field.kind === 'everything' || field.alias?.kind !== 'reference' ? undefined : field.alias
    const name = alias && getRootKey(alias)
    // Later expressions read the field by its alias; a field that no path reads need not be evaluated.
    if (name === undefined || !roots.has(name)) continue
    asked.push(field)
    known.delete(name)
  }
  ask(ofWhere, true)
  const row = run(asked)
  if (row === undefined) return []
  const open = opener()
  return found.slice(0, mostPaths).flatMap(({ reference, isCondition, at }) => {
    const part = missingIn(reference, row.get(probe(at)), open)
    return part === undefined ? [] : [{ ...part, isCondition }]
  })
}

const getRootKey = ({ steps: [first] }: Reference) => (first?.kind === 'key' ? first.key : '')

/** Arguments of these functions may be missing, because the functions test for that. */
const forgiving = /^(?:is_|coalesce)/

/** Returns the paths into columns; a column without a path is checked elsewhere. */
function pathsIn(expression: Expression): readonly Reference[] {
  switch (expression.kind) {
    case 'reference':
      return expression.steps.length > 1 ? [expression] : []
    case 'arithmetic':
    case 'comparison':
    case 'and':
    case 'or':
      return [...pathsIn(expression.left), ...pathsIn(expression.right)]
    case 'unary':
    case 'not':
      return pathsIn(expression.operand)
    case 'in':
      return pathsIn(expression.operand)
    case 'list':
      return expression.items.flatMap(pathsIn)
    case 'call':
      return forgiving.test(getRootKey(expression.callee)) ? [] : expression.args.flatMap(pathsIn)
    default:
      return []
  }
}

function missingIn({ steps, from }: Reference, root: Term, open: (term: Term) => Term) {
  let value = root
  const names: string[] = []
  for (const [at, step] of steps.entries()) {
    names.push(step.kind === 'key' ? step.key : '[…]')
    if (at === 0) continue
    const parent = open(value)
    if (step.kind === 'index') {
      if (!isList(parent) || typeof step.at !== 'bigint') return undefined
      value = parent.at(Number(step.at > 0n ? step.at - 1n : step.at))
      continue
    }
    if (!isMap(parent)) return undefined
    if (!parent.has(step.key)) {
      const near = nearest(step.key, [...parent.keys()].slice(0, mostKeys))
      const path = names.join('.').replaceAll('.[', '[')
      const place = { path, from, part: step.from, to: step.to }
      return near === undefined || !/^[A-Za-z]\w*$/.test(near) ? place : { ...place, near }
    }
    value = parent.get(step.key)
  }
  return undefined
}

/** Returns a function that parses texts within paths as JSON, each text only once for all paths. */
function opener(): (term: Term) => Term {
  const opened = new Map<string, Term>()
  return (term) => {
    if (typeof term !== 'string') return term
    if (!opened.has(term)) opened.set(term, parts(term))
    return opened.get(term)
  }
}

function parts(text: string): Term {
  try {
    return decodeJson(text)
  } catch {
    // A text that is not JSON has no parts.
    return undefined
  }
}
