import {
  runTransformation,
  type TransformationOutcome,
} from '@brokerdeck/contract/data-hub/run-transformation.ts'
import { toTermText } from '@brokerdeck/languages/rule-sql/evaluate/functions/term-text.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import {
  type Outcome,
  type RunOptions,
  runStatement,
} from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import { isList, isMap, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import { CodecFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import { evaluateVariform } from '@brokerdeck/languages/variform/evaluate-variform.ts'
import type { VariformNode } from '@brokerdeck/languages/variform/parse-variform.ts'

/** Told of what nobody expected to be thrown: a fault of this broker. */
export type ReportError = (error: unknown) => void

/**
 * What the evaluators throw because of what they were given: bits where a text is wanted, a limit. Everything else is a
 * fault of this broker. Too deep a nesting, too long a text and too large a number are range errors of the engine.
 */
export const isExpectedFailure = (error: unknown): boolean =>
  error instanceof RuleFailure || error instanceof CodecFault || error instanceof RangeError

/** The words of a failure as a trace and the log show them. */
export const describeFailure = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500)

function reportUnexpected(error: unknown, report: ReportError): void {
  if (!isExpectedFailure(error)) report(error)
}

/** Runs a statement on an event. It never throws: what is thrown is an exception of the statement. */
export function evaluateStatement(
  statement: Statement,
  columns: TermMap,
  options: RunOptions,
  report: ReportError,
): Outcome {
  try {
    return runStatement(statement, columns, options)
  } catch (error) {
    reportUnexpected(error, report)
    return { kind: 'failed', clause: 'other', reason: { kind: 'name', name: describeFailure(error) } }
  }
}

/** What a transformation makes of a message. It never throws: what is thrown is an exception of an operation, as in EMQX. */
export function evaluateTransformation(
  [steps, message, surroundings]: Parameters<typeof runTransformation>,
  report: ReportError,
): TransformationOutcome {
  try {
    return runTransformation(steps, message, surroundings)
  } catch (error) {
    reportUnexpected(error, report)
    const reason = describeFailure(error)
    return { failure: { msg: 'transformation_eval_operation_exception', kind: 'error', reason } }
  }
}

/** The text that an expression makes; undefined where it makes none, an empty one, or fails. It never throws. */
export function evaluateText(node: VariformNode, bindings: TermMap): string | undefined {
  try {
    const evaluated = evaluateVariform(node, bindings, Date.now)
    if ('reason' in evaluated) return undefined
    const { value } = evaluated
    if (value === undefined || isList(value) || isMap(value)) return undefined
    const text = toTermText(value)
    return typeof text === 'string' && text !== '' ? text : undefined
  } catch {
    // A client has no such attribute then, as where the expression fails.
    return undefined
  }
}
