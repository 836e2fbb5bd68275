import { functionCatalogue } from '@brokerdeck/contract/rule-sql/function-catalogue.ts'
import type { Expression, Field } from '@brokerdeck/contract/rule-sql/statement.ts'
import { type Asked, failureAt, type LineValue, named, probe, shortText } from './line-value.ts'

const mostConditions = 50

/** WHERE as a whole at its keyword, and each condition that it joins. */
export function conditionValues({ statement, lineAt, run }: Asked, sql: string): readonly LineValue[] {
  const { where } = statement
  if (where === undefined) return []
  const outcome = run({ where })
  const keyword = lineAt(sql.slice(0, where.from).toLowerCase().lastIndexOf('where'))
  if (outcome.kind === 'failed') {
    // Of the fields before it is said where they fail.
    const failed = outcome.clause === 'where' ? failureAt(keyword, outcome.reason) : undefined
    return failed === undefined ? [] : [failed]
  }
  const whole: LineValue = { kind: 'truth', line: keyword, is: outcome.kind === 'result', text: '' }
  const leaves = conditionsOf(where).slice(0, mostConditions)
  const isOnly = leaves.length === 1 && lineAt(where.to) === keyword
  const compared = comparedIn(leaves, statement.fields, run)
  return [
    whole,
    ...leaves.flatMap((leaf): LineValue[] => {
      const { kind } = run({ where: leaf })
      const text = compared.get(leaf) ?? ''
      // It may be one that the broker never comes to.
      if (kind === 'failed' || (isOnly && text === '')) return []
      return [{ kind: 'truth', line: lineAt(leaf.to), is: kind === 'result', text }]
    }),
  ]
}

/** What is joined by AND and OR. */
function conditionsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' || expression.kind === 'or'
    ? [...conditionsOf(expression.left), ...conditionsOf(expression.right)]
    : [expression]
}

type Comparison = Extract<Expression, { kind: 'comparison' }>

/** Only WHERE sees the event as a whole: elsewhere they give nothing. */
const ofEvent: ReadonlySet<string> = new Set(
  functionCatalogue.flatMap(({ name, group }) => (group === 'event' ? [name] : [])),
)

function asksEvent(expression: Expression): boolean {
  let found = false
  JSON.stringify(expression, (key, value: unknown) => {
    if (key === 'callee')
      found ||= [...ofEvent].some((name) => JSON.stringify(value, plain).includes(`"key":"${name}"`))
    return plain(key, value)
  })
  return found
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** Both sides of each comparison, after the fields that they may name; none where one of them fails. */
function comparedIn(
  leaves: readonly Expression[],
  fields: readonly Field[],
  run: Asked['run'],
): ReadonlyMap<Expression, string> {
  const comparisons = leaves.filter(
    (leaf): leaf is Comparison => leaf.kind === 'comparison' && !asksEvent(leaf),
  )
  const sides = comparisons.flatMap(({ left, right }) => [left, right])
  const probes = sides.map((value, at): Field => {
    const place = { from: value.from, to: value.to }
    return { kind: 'field', value, alias: named(probe(at), place), ...place }
  })
  const outcome = run({ kind: 'select', fields: [...fields, ...probes] })
  const row = outcome.kind === 'result' ? outcome.rows[0] : undefined
  if (row === undefined) return new Map()
  const side = (at: number) => {
    const term = row.get(probe(at))
    return term === undefined ? 'undefined' : (shortText(term) ?? '…')
  }
  return new Map(
    comparisons.map((leaf, at) => [leaf, `${side(2 * at)} ${leaf.comparator} ${side(2 * at + 1)}`]),
  )
}
