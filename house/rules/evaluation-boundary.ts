import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const BROKER = 'packages/embedded-broker/src/'
/** Exceptions are caught in this file. */
const BOUNDARY = `${BROKER}expressions/evaluation.ts`
const EVALUATORS = /\b(?:runStatement|runTransformation|evaluateVariform)\b/

export const evaluationBoundary: Rule = { name: 'evaluation-boundary', check }

/**
 * Statements, expressions and transformations come from operators, and their input from devices: neither can be
 * trusted.
 */
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
