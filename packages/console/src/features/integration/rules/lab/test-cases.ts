import * as v from 'valibot'
import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import type { Pointer } from './compare-outputs.ts'

const expectations = ['passes', 'no-result', 'fails'] as const
export type Expectation = (typeof expectations)[number]

export const mostCases = 100
/** The maximum number of characters of a name, a message and an output, and of all stored cases of a rule together. */
export const longest = { name: 200, context: 128 * 1024, output: 128 * 1024, all: 1024 * 1024 } as const
export const mostVarying = 50

const testCaseSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(longest.name)),
  context: v.pipe(v.string(), v.maxLength(longest.context)),
  expects: v.picklist(expectations),
  /** JSON as the broker prints it; only for a message that passes, and omitted if any output is accepted. */
  output: v.optional(v.pipe(v.string(), v.maxLength(longest.output))),
  /** JSON pointers to parts of the output that may vary. */
  varies: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(mostVarying)), []),
})
export type TestCase = v.InferOutput<typeof testCaseSchema>

/** Cases in an older or a newer format are not read. */
const format = 'brokerdeck-rule-tests-1'
const fileSchema = v.object({
  format: v.literal(format),
  cases: v.pipe(v.array(testCaseSchema), v.maxLength(mostCases)),
})

/**
 * Parses a file or the browser's storage, whose content is untrusted. Returns undefined if it is not a list of test
 * cases.
 */
export function parseTestCases(text: string): readonly TestCase[] | undefined {
  if (text.length > 2 * longest.all) return undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text)
  return read.success ? read.output.cases : undefined
}

export const printTestCases = (cases: readonly TestCase[]): string =>
  JSON.stringify({ format, cases }, undefined, 2)

/** Builds a case from the current result; an output that is too long for a case is left out. */
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
