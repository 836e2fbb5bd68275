import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import type { RunOptions } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'

/** The environment of a statement in a broker. Without a schema registry its functions are unknown. */
export const brokerExecution: Pick<RunOptions, 'registry'> = {
  registry(functionName) {
    throw new RuleFailure({ kind: 'unknown-function', functionName, module: 'emqx_rule_funcs' })
  },
}
