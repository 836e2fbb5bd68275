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

/** Called with unexpected exceptions, which are bugs of this broker. */
export type ReportError = (error: unknown) => void

/**
 * Returns true for exceptions that the input of an evaluator causes: bits in place of a text, or a limit. All other
 * exceptions are bugs of this broker. Too deep a nesting, too long a text and too large a number are range errors of
 * the engine.
 */
export const isExpectedFailure = (error: unknown): boolean =>
  error instanceof RuleFailure || error instanceof CodecFault || error instanceof RangeError

/** Returns the message of a failure as traces and the log show it. */
export const describeFailure = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500)

function reportUnexpected(error: unknown, report: ReportError): void {
  if (!isExpectedFailure(error)) report(error)
}

/** Runs a statement on an event. Never throws: an exception becomes an exception of the statement. */
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

/** Transforms a message. Never throws: an exception becomes an exception of an operation, as in EMQX. */
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

/** Returns the text of an expression; undefined if it has no text, an empty text, or fails. Never throws. */
export function evaluateText(node: VariformNode, bindings: TermMap): string | undefined {
  try {
    const evaluated = evaluateVariform(node, bindings, Date.now)
    if ('reason' in evaluated) return undefined
    const { value } = evaluated
    if (value === undefined || isList(value) || isMap(value)) return undefined
    const text = toTermText(value)
    return typeof text === 'string' && text !== '' ? text : undefined
  } catch {
    // The client then lacks this attribute, as with an expression that fails.
    return undefined
  }
}
