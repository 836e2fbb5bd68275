import { createContext, Script } from 'node:vm'
import { RuleFailure } from '@brokerdeck/contract/rule-sql/evaluate/rule-failure.ts'
import { isTimeout } from './safe-pattern.ts'

const script = new Script('work()')
/** One for all: a context is about as large as a small page. */
const sandbox = createContext({ work: () => undefined })

/** Does what an operator wrote, and ends it once the time is over, whatever it is at. */
export function interruptAfter<T>(milliseconds: number, work: () => T): T {
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
