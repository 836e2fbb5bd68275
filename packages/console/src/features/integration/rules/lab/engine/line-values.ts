import { loadJq } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import type { Reason } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import { type Outcome, runStatement } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import type { Term, TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Field, Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import { testColumns, topicIn } from '@brokerdeck/languages/rule-sql/test-statement.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import { readTestContext } from '#features/integration/rules/lab/read-context.ts'
import { createTestSurroundings } from './evaluate-message.ts'
import type { LineValue } from './lab-command.ts'
import { failureAt, type LineValueOptions, probe, shortText, toReference } from './line-value.ts'
import { conditionValues } from './message-path.ts'
import { missingParts } from './missing-parts.ts'

/** The time limit for all runs together, in milliseconds: the values are only an aid beside the text. */
const patience = 500
const mostValues = 3_000
/** Returns the values of a statement's expressions for a message, each with its line. */
export async function lineValues(
  sql: string,
  statement: Statement,
  text: string,
  now: number,
): Promise<readonly LineValue[]> {
  const context = readTestContext(text)
  if ('fault' in context) return []
  await loadJq(statement)
  const [around] = createTestSurroundings(now)
  const columns = testColumns(context, around)
  const deadline = performance.now() + patience
  const options = { now: around.now, jqTimeout: patience }
  const bare = { ...statement, where: undefined, incase: undefined, each: [] }
  const asked: LineValueOptions = {
    statement,
    lineAt: lineCounter(sql),
    run: (parts) =>
      runStatement({ ...bare, ...parts }, columns, {
        ...options,
        patience: Math.max(0, deadline - performance.now()),
      }),
  }
  const topic = topicIn(context)
  const sources = statement.sources
    .filter(({ name }) => name === topic || topicMatches(name, topic))
    .map(({ to }): LineValue => ({ kind: 'matches', line: asked.lineAt(to) }))
  return [...ofFields(asked), ...ofItems(asked), ...sources, ...conditionValues(asked, sql)].slice(
    0,
    mostValues,
  )
}

/** Returns a function that gives the line of a position, from 1. */
function lineCounter(text: string): (place: number) => number {
  const begins = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) begins.push(at + 1)
  return (place) => {
    let [low, high] = [0, begins.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((begins[middle] ?? 0) <= place) low = middle
      else high = middle
    }
    return low + 1
  }
}

/**
 * Adds a copy of each field under a unique alias before it, so that a field's own alias does not hide the value that
 * it reads.
 */
function toProbedFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field, at): Field[] => {
    if (field.kind === 'everything') return [field]
    return [{ ...field, alias: toReference(probe(at), field) }, field]
  })
}

/** Returns the values of the fields up to the first that fails, and the reason of that failure. */
function evaluateFields(
  fields: readonly Field[],
  lineAt: LineValueOptions['lineAt'],
  run: (fields: readonly Field[]) => Outcome,
  rowOf: (outcome: Outcome) => TermMap | undefined,
  ofItem: boolean,
): readonly LineValue[] {
  let outcome = run(toProbedFields(fields))
  let known = fields
  let failed: LineValue | undefined
  if (outcome.kind === 'failed') {
    const found = firstFailing(fields, run)
    if (found === undefined) return []
    known = fields.slice(0, found.at)
    const field = fields[found.at]
    failed = field && failureAt(lineAt(field.to), found.reason)
    outcome = run(toProbedFields(known))
  }
  const row = rowOf(outcome)
  const values = known.flatMap((field, at) =>
    row === undefined || field.kind === 'everything'
      ? []
      : valueAt(lineAt(field.to), row.get(probe(at)), ofItem),
  )
  return failed === undefined ? values : [...values, failed]
}

/**
 * Finds the first failing field by bisection: the fields up to and including it fail, and the fields before it do
 * not.
 */
function firstFailing(fields: readonly Field[], run: (fields: readonly Field[]) => Outcome) {
  let [good, bad] = [0, fields.length]
  let reason: Reason | undefined
  while (bad > good) {
    const middle = (good + bad) >> 1
    const outcome = run(fields.slice(0, middle + 1))
    if (outcome.kind === 'failed') {
      reason = outcome.reason
      bad = middle
    } else good = middle + 1
  }
  return reason === undefined ? undefined : { at: bad, reason }
}

function valueAt(at: number, term: Term, ofItem: boolean): readonly LineValue[] {
  if (term === undefined) return [{ kind: 'undefined', line: at }]
  const text = shortText(term)
  return text === undefined ? [] : [{ kind: 'value', line: at, text, ofItem }]
}

function ofFields({ statement, lineAt, run }: LineValueOptions): readonly LineValue[] {
  const findRow = (outcome: Outcome) => {
    if (outcome.kind !== 'result') return undefined
    return statement.kind === 'select' ? outcome.rows[0] : outcome.seen
  }
  const values = evaluateFields(statement.fields, lineAt, (fields) => run({ fields }), findRow, false)
  if (statement.kind === 'foreach' || values.every(({ kind }) => kind !== 'undefined')) return values
  const missing = missingParts({ ...statement, where: undefined }, (fields) => findRow(run({ fields })))
  return values.map((value) => {
    if (value.kind !== 'undefined') return value
    const found = missing.find(({ to, near }) => near !== undefined && lineAt(to) === value.line)
    if (found?.near === undefined) return value
    const { path, near, from, part, to } = found
    return { ...value, missing: { path, near, from, part, to } }
  })
}

/** Returns the result of DO for the first item, and the number of items that pass INCASE. */
function ofItems({ statement, lineAt, run }: LineValueOptions): readonly LineValue[] {
  const { each, incase } = statement
  const getRows = (outcome: Outcome) => (outcome.kind === 'result' ? outcome.rows : [])
  const values =
    each === undefined
      ? []
      : evaluateFields(
          each,
          lineAt,
          (fields) => run({ each: fields }),
          (outcome) => getRows(outcome)[0],
          true,
        )
  if (incase === undefined) return values
  const all = getRows(run({})).length
  const passed = run({ incase })
  const at = lineAt(incase.to)
  if (passed.kind !== 'failed')
    return [...values, { kind: 'items', line: at, passed: getRows(passed).length, all }]
  const failed = failureAt(at, passed.reason)
  return failed === undefined ? values : [...values, failed]
}
