import * as v from 'valibot'
import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import type { Pointer } from './compare-outputs.ts'

const expectations = ['passes', 'no-result', 'fails'] as const
export type Expectation = (typeof expectations)[number]

export const mostCases = 100
/** Characters of a name, a message and an output; of all cases of a rule as they are kept. */
export const longest = { name: 200, context: 128 * 1024, output: 128 * 1024, all: 1024 * 1024 } as const
export const mostVarying = 50

const testCaseSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(longest.name)),
  context: v.pipe(v.string(), v.maxLength(longest.context)),
  expects: v.picklist(expectations),
  /** JSON as the broker prints it; only of what passes, and left out where any output will do. */
  output: v.optional(v.pipe(v.string(), v.maxLength(longest.output))),
  /** JSON pointers to parts of the output that may vary. */
  varies: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(mostVarying)), []),
})
export type TestCase = v.InferOutput<typeof testCaseSchema>

/** Cases of an older or a newer form are not guessed at. */
const format = 'brokerdeck-rule-tests-1'
const fileSchema = v.object({
  format: v.literal(format),
  cases: v.pipe(v.array(testCaseSchema), v.maxLength(mostCases)),
})

/** What a file or this browser holds: it may be of anybody. Undefined where it is none of ours. */
export function parseTestCases(text: string): readonly TestCase[] | undefined {
  if (text.length > 2 * longest.all) return undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text)
  return read.success ? read.output.cases : undefined
}

export const printTestCases = (cases: readonly TestCase[]): string =>
  JSON.stringify({ format, cases }, undefined, 2)

/** A case of what was just seen; what is too long for one is left out. */
export function buildTestCase(
  name: string,
  context: string,
  outcome: LabOutcome,
  varies: readonly Pointer[],
): TestCase {
  const expects = outcome.kind === 'no-result' || outcome.kind === 'fails' ? outcome.kind : 'passes'
  const hasOutput =
    outcome.kind === 'passes' && outcome.output.length <= longest.output && outcome.length === undefined
  return {
    name: name.slice(0, longest.name),
    context,
    expects,
    ...(hasOutput ? { output: outcome.output } : {}),
    varies: varies.slice(0, mostVarying),
  }
}
