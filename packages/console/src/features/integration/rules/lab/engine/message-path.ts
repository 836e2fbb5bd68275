import { loadJq } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import { runStatement } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import { functionCatalogue } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import type { Expression, Field, Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import { testColumns } from '@brokerdeck/languages/rule-sql/test-statement.ts'
import { readTestContext } from '#features/integration/rules/lab/read-context.ts'
import { createTestSurroundings, cutOutput, evaluateMessage } from './evaluate-message.ts'
import type { ConditionCheck, LineValue, MessagePath } from './lab-command.ts'
import { failureAt, type LineValueOptions, probe, shortText, toReference } from './line-value.ts'

/** The time limit for all runs together, in milliseconds: as long as one message may take. */
const patience = 500
/** The maximum number of characters of a condition that are sent. */
const longest = 400

/** Returns the result of each step; undefined if no source matches the message or the message cannot be read. */
export async function messagePath(
  sql: string,
  statement: Statement,
  text: string,
  now: number,
): Promise<MessagePath | undefined> {
  const context = readTestContext(text)
  if ('fault' in context) return undefined
  const { where, ...bare } = statement
  const processed = cutOutput(await evaluateMessage({ ...bare, where: undefined }, text, now))
  if (processed.kind === 'no-result' && processed.why === 'source') return undefined
  if (processed.kind !== 'passes' || where === undefined) return { processed, checks: [] }
  await loadJq(statement)
  const [around] = createTestSurroundings(now)
  const columns = testColumns(context, around)
  const deadline = performance.now() + patience
  const run = (parts: Partial<Statement>) =>
    runStatement({ ...bare, where: undefined, incase: undefined, each: undefined, ...parts }, columns, {
      now: around.now,
      jqTimeout: patience,
      patience: Math.max(0, deadline - performance.now()),
    })
  const leaves = listConditions(where)
  const compared = listComparedIn(leaves.slice(0, mostConditions), statement.fields, run)
  const checks: ConditionCheck[] = []
  /**
   * Returns undefined if the result is not known: then the results of the following conditions are not known either.
   */
  const check = (one: Expression, before: 'reached' | 'skipped' | 'unknown'): boolean | undefined => {
    if (one.kind === 'and' || one.kind === 'or') {
      const left = check(one.left, before)
      if (before !== 'reached') check(one.right, before)
      else if (left === undefined) check(one.right, 'unknown')
      else if (left === (one.kind === 'or')) check(one.right, 'skipped')
      else return check(one.right, 'reached')
      return left
    }
    const outcome = before === 'reached' && checks.length < mostConditions ? run({ where: one }) : undefined
    checks.push({
      text: shortenText(sql.slice(one.from, one.to)),
      is: before === 'skipped' ? 'skipped' : toCheckResult(outcome),
      compared: before === 'reached' ? (compared.get(one) ?? '') : '',
    })
    return outcome === undefined || outcome.kind === 'failed' ? undefined : outcome.kind === 'result'
  }
  check(where, 'reached')
  return { processed, checks: checks.slice(0, mostConditions) }
}

function toCheckResult(outcome: ReturnType<typeof runStatement> | undefined): ConditionCheck['is'] {
  if (outcome === undefined) return 'unknown'
  if (outcome.kind === 'failed')
    return ['limit', 'broker-only'].includes(outcome.reason.kind) ? 'unknown' : 'fails'
  return outcome.kind === 'result' ? 'true' : 'false'
}

const shortenText = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

const mostConditions = 50

/** Returns the result of the whole WHERE at its keyword, and the result of each condition that it joins. */
export function conditionValues(
  { statement, lineAt, run }: LineValueOptions,
  sql: string,
): readonly LineValue[] {
  const { where } = statement
  if (where === undefined) return []
  const outcome = run({ where })
  const keyword = lineAt(sql.slice(0, where.from).toLowerCase().lastIndexOf('where'))
  if (outcome.kind === 'failed') {
    // Failures of the fields before it are reported at the fields.
    const failed = outcome.clause === 'where' ? failureAt(keyword, outcome.reason) : undefined
    return failed === undefined ? [] : [failed]
  }
  const whole: LineValue = { kind: 'truth', line: keyword, is: outcome.kind === 'result', text: '' }
  const leaves = listConditions(where).slice(0, mostConditions)
  const isOnly = leaves.length === 1 && lineAt(where.to) === keyword
  const compared = listComparedIn(leaves, statement.fields, run)
  return [
    whole,
    ...leaves.flatMap((leaf): LineValue[] => {
      const { kind } = run({ where: leaf })
      const text = compared.get(leaf) ?? ''
      // The failing condition may be one that the broker never evaluates.
      if (kind === 'failed' || (isOnly && text === '')) return []
      return [{ kind: 'truth', line: lineAt(leaf.to), is: kind === 'result', text }]
    }),
  ]
}

/** Lists the conditions that AND and OR join. */
function listConditions(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' || expression.kind === 'or'
    ? [...listConditions(expression.left), ...listConditions(expression.right)]
    : [expression]
}

type Comparison = Extract<Expression, { kind: 'comparison' }>

/** The functions that read the event: only WHERE sees the event as a whole, elsewhere they return nothing. */
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

/** Returns both sides of each comparison, evaluated after the fields that they may name; empty if one of them fails. */
function listComparedIn(
  leaves: readonly Expression[],
  fields: readonly Field[],
  run: LineValueOptions['run'],
): ReadonlyMap<Expression, string> {
  const comparisons = leaves.filter(
    (leaf): leaf is Comparison => leaf.kind === 'comparison' && !asksEvent(leaf),
  )
  const sides = comparisons.flatMap(({ left, right }) => [left, right])
  const probes = sides.map((value, at): Field => {
    const place = { from: value.from, to: value.to }
    return { kind: 'field', value, alias: toReference(probe(at), place), ...place }
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
