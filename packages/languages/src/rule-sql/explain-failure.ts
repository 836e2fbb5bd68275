import { isLimit } from './evaluate/budget.ts'
import { encodeJson } from './evaluate/json-text.ts'
import { type Reason, RuleFailure } from './evaluate/rule-failure.ts'
import type { Clause } from './evaluate/run-statement.ts'
import type { Term } from './evaluate/term.ts'
import { isAnyCase, keyword } from './keyword.ts'
import type { StatementFault } from './statement-problem.ts'

const clauses: Readonly<Record<Clause, string | undefined>> = {
  select: 'select_and_transform_error',
  collect: 'select_and_collect_error',
  where: 'match_conditions_error',
  incase: 'match_incase_error',
  do: 'doeach_error',
  other: undefined,
}

/** Arguments that have no JSON, or JSON that is too long to read, are left out. */
function printArguments(args: readonly Term[]): string {
  try {
    return encodeJson(args)
  } catch (error) {
    if (error instanceof RuleFailure || isLimit(error)) return '[]'
    throw error
  }
}

/** Returns the reason of a failure in the form of the broker's JSON. */
export function reasonJson(reason: Reason): string {
  switch (reason.kind) {
    case 'name':
      return JSON.stringify(reason.name)
    case 'bad-argument': {
      const args = printArguments(reason.args)
      return `{"reason":"bad_sql_function_argument","function_name":${JSON.stringify(reason.functionName)},"arguments":${args}}`
    }
    case 'unknown-function': {
      const { module, functionName } = reason
      return JSON.stringify({ reason: 'sql_function_not_supported', module, function: functionName })
    }
    case 'unknown-module':
      return JSON.stringify({ reason: 'sql_function_provider_module_not_loaded', module: reason.module })
    case 'unknown-hash':
      return JSON.stringify({ reason: 'unknown_hash_algorithm', algorithm: reason.algorithm })
    case 'broker-only':
      return JSON.stringify({ reason: 'broker_only', function: reason.functionName })
    case 'limit':
      return JSON.stringify({ reason: 'limit_exceeded', limit: reason.what })
  }
}

/** Returns the broker's message for a statement that failed on an event. */
export function failureMessage(clause: Clause, reason: Reason): string {
  const name = clauses[clause]
  return name === undefined ? reasonJson(reason).replaceAll('"', '') : `{"${name}":${reasonJson(reason)}}`
}

/** Formats a token as the broker's parser shows it: keywords in capitals, everything else as it was written. */
function cutFound(found: string): string {
  if (found === '') return ''
  if (isAnyCase(found)) return `'${found.toUpperCase()}'`
  if (/^(?:div|mod)$/.test(found) || /^[^\w"']/.test(found)) return `'${found}'`
  return JSON.stringify(found)
}

/**
 * Returns the broker's message for an invalid statement. It contains the length of a name in the place of a line
 * number.
 */
export function faultMessage({ kind, found }: StatementFault): string {
  if (kind === 'empty') return 'invalid_string'
  if (kind === 'character') return '{"lex_error":"sql_lex"}'
  if (kind === 'number') return 'badarg'
  if (kind === 'nesting') return 'The statement is nested too deeply'
  if (kind === 'length') return 'The statement is too long'
  const isName = /^[A-Za-z]/.test(found) && keyword(found) < 0
  return `${isName ? found.length : 1}: syntax error before: ${cutFound(found)}`
}
