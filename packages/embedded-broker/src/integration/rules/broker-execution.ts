import { RuleFailure } from '@brokerdeck/contract/rule-sql/evaluate/rule-failure.ts'
import type { RunOptions } from '@brokerdeck/contract/rule-sql/evaluate/run-statement.ts'
import { interruptAfter } from '../../expressions/interrupt-after.ts'

/** What a broker has around the execution of a statement. Without a schema registry it knows none of its functions. */
export const brokerExecution: Pick<RunOptions, 'interruptAfter' | 'registry'> = {
  interruptAfter,
  registry(functionName) {
    throw new RuleFailure({ kind: 'unknown-function', functionName, module: 'emqx_rule_funcs' })
  },
}
