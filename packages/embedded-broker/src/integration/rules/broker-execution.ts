import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import type { RunOptions } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'

/** What a broker has around the execution of a statement. Without a schema registry it knows none of its functions. */
export const brokerExecution: Pick<RunOptions, 'registry'> = {
  registry(functionName) {
    throw new RuleFailure({ kind: 'unknown-function', functionName, module: 'emqx_rule_funcs' })
  },
}
