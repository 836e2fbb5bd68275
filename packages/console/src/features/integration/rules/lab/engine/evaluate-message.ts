import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import type { Outcome } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import { failureMessage } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import type { Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import type { TestContext } from '@brokerdeck/languages/rule-sql/test-context.ts'
import {
  type TestSurroundings,
  testStatement,
  topicIn,
} from '@brokerdeck/languages/rule-sql/test-statement.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import { outputDifference, type Pointer } from '#features/integration/rules/lab/compare-outputs.ts'
import { readTestContext } from '#features/integration/rules/lab/read-context.ts'
import type { LabOutcome } from './lab-command.ts'

/** The maximum number of characters of an output that is shown and compared in detail. */
const longestOutput = 512 * 1024

/**
 * Returns two environments that have nothing in common: parts of an output that differ between them depend on the
 * environment.
 */
export const createTestSurroundings = (now: number): readonly [TestSurroundings, TestSurroundings] => [
  {
    now: () => now,
    node: 'emqx@127.0.0.1',
    ruleId: 'sql_tester:1',
    messageId: () => '0006000000000000F000000000000001',
  },
  {
    now: () => now - 404 * 86_400_000 - 14_706_117,
    node: 'other@192.0.2.1',
    ruleId: 'sql_tester:2',
    messageId: () => '0005FFFFFFFFFFFFE000000000000002',
  },
]

function toLabOutcome(outcome: Outcome, context: TestContext, statement: Statement): LabOutcome {
  if (outcome.kind === 'no-match') {
    const topic = topicIn(context)
    const isMeant = statement.sources.some(({ name }) => name === topic || topicMatches(name, topic))
    return { kind: 'no-result', why: isMeant ? 'condition' : 'source' }
  }
  if (outcome.kind === 'failed') {
    const { reason, clause } = outcome
    if (reason.kind === 'broker-only') return { kind: 'broker-only', functionName: reason.functionName }
    if (reason.kind === 'limit') return { kind: 'limit', what: reason.what }
    return { kind: 'fails', message: failureMessage(clause, reason) }
  }
  if (outcome.isList && outcome.rows.length === 0) return { kind: 'no-result', why: 'empty' }
  try {
    return { kind: 'passes', output: resultJson(outcome.isList ? outcome.rows : outcome.rows[0]) }
  } catch (error) {
    if (error instanceof RuleFailure) return { kind: 'fails', message: error.message }
    throw error
  }
}

interface Evaluated {
  readonly outcome: LabOutcome
  /** The parts of the output that depend on time, place and chance. */
  readonly varies: readonly Pointer[]
}

async function evaluate(statement: Statement, context: TestContext, around: TestSurroundings) {
  return toLabOutcome(await testStatement(statement, context, around), context, statement)
}

/** Evaluates a statement for a message and returns the whole output. */
export async function evaluateMessage(statement: Statement, text: string, now: number): Promise<LabOutcome> {
  const context = readTestContext(text)
  if ('fault' in context) return { kind: 'unreadable' }
  return await evaluate(statement, context, createTestSurroundings(now)[0])
}

/** Also returns the parts of the output that would differ in another place and at another time. */
export async function evaluateTwice(statement: Statement, text: string, now: number): Promise<Evaluated> {
  const context = readTestContext(text)
  if ('fault' in context) return { outcome: { kind: 'unreadable' }, varies: [] }
  const [here, elsewhere] = createTestSurroundings(now)
  const outcome = await evaluate(statement, context, here)
  if (outcome.kind === 'limit') return { outcome, varies: [] }
  return { outcome, varies: compareOutcomes(outcome, await evaluate(statement, context, elsewhere)) }
}

/** Returns the paths at which two outcomes differ; the path of the whole if they are of different kinds. */
function compareOutcomes(a: LabOutcome, b: LabOutcome): readonly Pointer[] {
  if (a.kind === 'passes' && b.kind === 'passes') return outputDifference(a.output, b.output)
  if (a.kind === 'fails' && b.kind === 'fails') return a.message === b.message ? [] : ['']
  return a.kind === b.kind ? [] : ['']
}

/**
 * Tells whether another statement gives a different result for a message, apart from the parts that vary by
 * themselves.
 */
export async function isChanged(
  [before, after]: readonly [Statement, Statement],
  outcome: LabOutcome,
  text: string,
  now: number,
): Promise<boolean> {
  const was = await evaluateMessage(before, text, now)
  const changes = compareOutcomes(was, outcome)
  if (changes.length === 0) return false
  if (was.kind === 'limit' || outcome.kind === 'limit') return true
  const [first, second] = [await evaluateTwice(before, text, now), await evaluateTwice(after, text, now)]
  const varies = [...first.varies, ...second.varies]
  if (was.kind !== 'passes' || outcome.kind !== 'passes') return varies.length === 0
  return outputDifference(was.output, outcome.output, varies).length > 0
}

/** Shortens the outcome to what may be sent to a page. */
export function cutOutput(outcome: LabOutcome): LabOutcome {
  if (outcome.kind !== 'passes' || outcome.output.length <= longestOutput) return outcome
  const { output } = outcome
  return { kind: 'passes', output: output.slice(0, longestOutput), length: output.length }
}
