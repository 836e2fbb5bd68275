import { type ESTree, Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const CLOCK = /\b(?:performance|Date)\.now\(\)|\bhrtime\b/
const ELAPSED = /(?:performance|Date)\.now\(\)\s*-|\bhrtime\b/
const IS_UPPER_BOUND = /^toBeLessThan(?:OrEqual)?$/
const IS_BOUND = /^toBe(?:(?:Less|Greater)Than(?:OrEqual)?|CloseTo)$/
/** Functions that wait for a state and give up after a number of milliseconds, or as their options say. */
const WAITS = /^(?:waitFor\w*|waitUntil|eventually)$/
const WAITS_BY_OPTIONS = /^(?:waitFor\w*|waitUntil|find(?:All)?By\w+|poll|goto|click|fill|press|hover)$/
/**
 * The matchers of a browser test. Matchers of a value only compare, and may receive a setting of the product with the
 * same name.
 */
const WAITING_MATCHER =
  /^to(?:Pass|ContainText|Be[A-Z]\w*|Have(?!Been|Property|Length|Returned|LastReturned|NthReturned)\w+)$/
/** Functions that accept a time limit as their last argument or in their options. */
const LIMITED = /^(?:it|test|describe|beforeAll|beforeEach|afterAll|afterEach|onTestFinished)$/
/**
 * The shortest permitted limit: a machine that does three other things needs seconds for work that otherwise takes
 * milliseconds.
 */
const SHORTEST_LIMIT_MS = 5_000
/**
 * The modules with which a browser test measures: their milliseconds are correct only without other load, which the
 * tag `@measured` ensures.
 */
const MEASURES = /^import .* from '\.\/(?:heap-usage|long-tasks|page-tasks)\.ts'/m

/** A test that expects a result within a time fails on a busy machine: it must wait for a state or count work. */
export const timedTests: Rule = { name: 'timed-tests', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code())
    if (file.isTest) {
      yield* findTimes(file)
      const measures = MEASURES.exec(file.text)
      if (measures !== null && !file.text.includes("'@measured'"))
        yield { path: file.path, line: file.lineAt(measures.index), message: 'measures beside other tests' }
    }
}

function findTimes(file: SourceFile): readonly Offence[] {
  const offences: Offence[] = []
  const readText = ({ start, end }: ESTree.Node) => file.text.slice(start, end)
  const note = (node: ESTree.Node, message: string) => {
    offences.push({ path: file.path, line: file.lineAt(node.start), message })
  }
  const durations = new Set<string>()
  const rememberDuration = (name: ESTree.Node, value: ESTree.Node | null) => {
    if (value !== null && ELAPSED.test(readText(value))) durations.add(readText(name))
  }
  const isDuration = (node: ESTree.Node) => ELAPSED.test(readText(node)) || durations.has(readText(node))
  const isTime = (node: ESTree.Node) => CLOCK.test(readText(node)) || durations.has(readText(node))
  new Visitor({
    VariableDeclarator: ({ id, init }) => rememberDuration(id, init),
    AssignmentExpression: ({ left, right }) => rememberDuration(left, right),
    Property: ({ key, value }) => rememberDuration(key, value),
    CallExpression: (call) => {
      const name = getName(call.callee)
      const compared = [expectedBy(call.callee), ...call.arguments].filter((one) => one !== undefined)
      if (
        (IS_UPPER_BOUND.test(name) && compared.some(isTime)) ||
        (IS_BOUND.test(name) && compared.some(isDuration))
      )
        note(call, 'expects a time')
      const isLimited =
        LIMITED.test(findRoot(call.callee)) && (name === 'setTimeout' || call.arguments.some(isFunction))
      const isGivenTime = isLimited || WAITS.test(name) || readText(call.callee) === 'AbortSignal.timeout'
      const isGivenOptions = isLimited || WAITS_BY_OPTIONS.test(name) || WAITING_MATCHER.test(name)
      for (const argument of call.arguments) {
        const limits = [
          ...(isGivenTime ? numbersIn(argument) : []),
          ...(isGivenOptions ? timeoutsIn(argument) : []),
        ]
        for (const limit of limits)
          if (limit < SHORTEST_LIMIT_MS) note(argument, `gives up after ${limit} ms`)
      }
    },
  }).visit(file.syntax.program)
  return offences
}

function getName(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : ''
}

/** Returns `it` for `it.each(rows)('…', …)`. */
function findRoot(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'MemberExpression') return findRoot(callee.object)
  if (callee.type === 'CallExpression') return findRoot(callee.callee)
  return callee.type === 'Identifier' ? callee.name : ''
}

const isFunction = ({ type }: ESTree.Node) =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** Returns the argument of `expect` in `expect(given).toBeLessThan(…)`. */
function expectedBy(callee: ESTree.Expression | ESTree.Super): ESTree.Node | undefined {
  if (callee.type !== 'MemberExpression') return undefined
  const { object } = callee
  return object.type === 'CallExpression' && getName(object.callee) === 'expect'
    ? object.arguments[0]
    : undefined
}

function numbersIn(argument: ESTree.Node): readonly number[] {
  return argument.type === 'Literal' && typeof argument.value === 'number' ? [argument.value] : []
}

/** Returns the numbers in `{ timeout: 2_000 }`. */
function timeoutsIn(argument: ESTree.Node): readonly number[] {
  if (argument.type !== 'ObjectExpression') return []
  return argument.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'timeout'
      ? numbersIn(property.value)
      : [],
  )
}
