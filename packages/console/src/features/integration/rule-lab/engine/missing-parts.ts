import { decodeJson } from '@brokerdeck/contract/rule-sql/evaluate/decode-json.ts'
import { isMap, type Term, type TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import type { Field, Reference } from '@brokerdeck/contract/rule-sql/statement.ts'
import { nearest } from '@brokerdeck/contract/rule-sql/statement-problem.ts'
import { named, probe } from './line-value.ts'

/** The last part of a path, which the object before it does not have, and what of it was probably meant. */
export interface MissingPart {
  readonly path: string
  readonly near: string
  readonly from: number
  /** Where the last part begins, its dot with it. */
  readonly part: number
  readonly to: number
}

/** A device may send as many as it likes. */
const mostKeys = 200

/** Paths of fields that end one word away from what is there: `body.sevrity`. `run` gives the row of fields. */
export function missingParts(
  fields: readonly Field[],
  run: (fields: readonly Field[]) => TermMap | undefined,
): readonly MissingPart[] {
  const row = run(
    fields.flatMap((field, at): Field[] => {
      const path = pathOf(field)
      if (path === undefined) return [field]
      const { from, to } = path
      const value = { ...path, steps: path.steps.slice(0, -1) }
      return [{ kind: 'field', value, alias: named(probe(at), path), from, to }, field]
    }),
  )
  if (row === undefined) return []
  return fields.flatMap((field, at) => {
    const path = pathOf(field)
    const last = path?.steps.at(-1)
    const parent = opened(row.get(probe(at)))
    if (path === undefined || last?.kind !== 'key' || !isMap(parent) || parent.has(last.key)) return []
    const near = nearest(last.key, [...parent.keys()].slice(0, mostKeys))
    if (near === undefined || !/^[A-Za-z]\w*$/.test(near)) return []
    const names = path.steps.map((step) => (step.kind === 'key' ? step.key : '[…]'))
    return [
      { path: names.join('.').replaceAll('.[', '['), near, from: path.from, part: last.from, to: last.to },
    ]
  })
}

/** A path into a column; a column alone is looked for elsewhere. */
function pathOf(field: Field): Reference | undefined {
  if (field.kind === 'everything' || field.value.kind !== 'reference') return undefined
  return field.value.steps.length > 1 ? field.value : undefined
}

/** A text inside a path is looked into as JSON. */
function opened(term: Term): Term {
  if (typeof term !== 'string') return term
  try {
    return decodeJson(term)
  } catch {
    // It has no parts.
    return undefined
  }
}
