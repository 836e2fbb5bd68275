import { compile, compileNode } from '@michaelhomer/jqjs'

/** Programs longer than this are nobody's. */
const longestProgram = 10_000
const mostResults = 100_000

type Apply = (this: unknown, input: unknown, environment: unknown) => Generator<unknown>

let check: () => void = () => undefined

/**
 * The interpreter knows no limit. Whatever runs long calls functions again and again or has them give again and again:
 * there it is asked whether its time is over.
 */
function limitCalls(): void {
  const calls: { apply: Apply } = Object.getPrototypeOf(compileNode('empty'))
  const { apply } = calls
  calls.apply = function* limited(input, environment) {
    check()
    for (const result of apply.call(this, input, environment)) {
      check()
      yield result
    }
  }
}

/** What is missing or false is left out on the left of `//`, as jq does; the interpreter hands it on. */
function mendAlternatives(): void {
  const alternatives: { apply: Apply } = Object.getPrototypeOf(compileNode('1 // 2'))
  const { apply } = alternatives
  alternatives.apply = function* truthy(input, environment) {
    const results = [...apply.call(this, input, environment)]
    const found = results.filter((result) => result !== null && result !== false)
    yield* found.length > 0 ? found : results.slice(-1)
  }
}

limitCalls()
mendAlternatives()

export function runJq(program: string, input: unknown, limit: () => void): readonly unknown[] {
  if (program.length > longestProgram) throw new RangeError('the program is too long')
  check = limit
  const run = compile(program.trim() === '' ? '.' : program)
  const results: unknown[] = []
  for (const result of run(input)) {
    limit()
    results.push(result)
    if (results.length > mostResults) throw new RangeError('too many results')
  }
  return results
}
