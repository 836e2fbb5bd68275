import { createContext, Script } from 'node:vm'
import { RuleFailure } from '@brokerdeck/contract/rule-sql/evaluate/rule-failure.ts'
import type { RunOptions } from '@brokerdeck/contract/rule-sql/evaluate/run-statement.ts'
import { isTimeout } from '../../expressions/safe-pattern.ts'

/** What a broker has around the execution of a statement. Without a schema registry it knows none of its functions. */
export const brokerExecution: Pick<RunOptions, 'interruptAfter' | 'registry'> = {
  interruptAfter,
  registry(functionName) {
    throw new RuleFailure({ kind: 'unknown-function', functionName, module: 'emqx_rule_funcs' })
  },
}

const script = new Script('work()')

/** One for all: a context is about as large as a small page. */
const sandbox = createContext({ work: () => undefined })

/** Does what an operator wrote, and ends it once the time is over, whatever it is at. */
function interruptAfter<T>(milliseconds: number, work: () => T): T {
  let done: { readonly value: T } | undefined
  sandbox['work'] = () => {
    done = { value: work() }
  }
  try {
    script.runInContext(sandbox, { timeout: Math.max(1, Math.ceil(milliseconds)) })
  } catch (error) {
    throw isTimeout(error) ? new RuleFailure({ kind: 'limit', what: 'time' }) : error
  }
  if (done === undefined) throw new RuleFailure({ kind: 'limit', what: 'time' })
  return done.value
}
