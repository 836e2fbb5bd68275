import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const BROKER = 'packages/embedded-broker/src/'
/** What is thrown goes no further there. */
const BOUNDARY = `${BROKER}expressions/evaluation.ts`
const EVALUATORS = /\b(?:runStatement|runTransformation|evaluateVariform)\b/

export const evaluationBoundary: Rule = { name: 'evaluation-boundary', check }

/** A statement, an expression or a transformation is an operator's, and what it works on a device's: both may be anything. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code(BROKER)) {
    if (file.isTest || file.path === BOUNDARY) continue
    const at = file.text.search(EVALUATORS)
    if (at >= 0)
      yield {
        path: file.path,
        line: file.lineAt(at),
        message: 'evaluates by itself: what is thrown would end the process, see expressions/evaluation.ts',
      }
  }
}
