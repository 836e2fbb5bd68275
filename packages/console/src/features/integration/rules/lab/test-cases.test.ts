import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeCase } from './judge-case.ts'
import {
  buildTestCase,
  longest,
  mostCases,
  mostVarying,
  parseTestCases,
  printTestCases,
} from './test-cases.ts'

const testCase = fc.record({
  name: fc.string({ maxLength: longest.name }),
  context: fc.string({ maxLength: 200 }),
  expects: fc.constantFrom('passes' as const, 'no-result' as const, 'fails' as const),
  varies: fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }),
})

test('what was exported is imported as it was', () => {
  fc.assert(
    fc.property(fc.array(testCase, { maxLength: 10 }), (cases) => {
      expect(parseTestCases(printTestCases(cases))).toEqual(cases)
    }),
  )
})

test('a file of anybody is read or refused, and never more than the limits', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((cases) => JSON.stringify({ format: 'brokerdeck-rule-tests-1', cases })),
    fc
      .array(fc.object(), { maxLength: 5 })
      .map((cases) => JSON.stringify({ format: 'brokerdeck-rule-tests-1', cases })),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      const cases = parseTestCases(text)
      if (cases === undefined) return
      expect(cases.length).toBeLessThanOrEqual(mostCases)
      expect(parseTestCases(printTestCases(cases))).toEqual(cases)
    }),
  )
  const one = buildTestCase('a', '{}', { kind: 'fails', message: '' }, [])
  expect(parseTestCases(printTestCases(Array.from({ length: mostCases + 1 }, () => one)))).toBeUndefined()
  expect(
    parseTestCases(printTestCases([{ ...one, context: 'x'.repeat(longest.context + 1) }])),
  ).toBeUndefined()
  expect(parseTestCases(`[${'['.repeat(10_000)}`)).toBeUndefined()
})

describe('a case', () => {
  const passes = buildTestCase('a', '{}', { kind: 'passes', output: '{"n":9007199254740993,"at":1}' }, [
    '/at',
  ])

  test('holds where only what may vary is different', () => {
    expect(judgeCase(passes, { kind: 'passes', output: '{"at":2,"n":9007199254740993}' })).toEqual({
      kind: 'holds',
    })
  })

  test('breaks with another output, and says where', () => {
    expect(judgeCase(passes, { kind: 'passes', output: '{"at":2,"n":9007199254740992}' })).toEqual({
      kind: 'other-output',
      paths: ['/n'],
    })
  })

  test('breaks with another outcome', () => {
    expect(judgeCase(passes, { kind: 'no-result', why: 'condition' })).toEqual({ kind: 'other-outcome' })
    const fails = buildTestCase('a', '{}', { kind: 'fails', message: 'x' }, [])
    expect(judgeCase(fails, { kind: 'fails', message: 'another' })).toEqual({ kind: 'holds' })
  })

  test('is open where only the broker can say', () => {
    expect(judgeCase(passes, { kind: 'broker-only', functionName: 'getenv' })).toEqual({ kind: 'uncertain' })
  })
})

test('a case holds what was seen, and no output that is too long or was cut', () => {
  const output = 'x'.repeat(longest.output)
  expect(buildTestCase('a', '{}', { kind: 'passes', output }, []).output).toBe(output)
  expect(buildTestCase('a', '{}', { kind: 'passes', output: `${output}x` }, [])).toEqual({
    name: 'a',
    context: '{}',
    expects: 'passes',
    varies: [],
  })
  expect(buildTestCase('a', '{}', { kind: 'passes', output: '{}', length: 9 }, [])).not.toHaveProperty(
    'output',
  )
  const none = buildTestCase(
    'n'.repeat(999),
    '{}',
    { kind: 'no-result', why: 'condition' },
    Array(99).fill('/a'),
  )
  expect(none).toEqual({
    name: 'n'.repeat(longest.name),
    context: '{}',
    expects: 'no-result',
    varies: Array(mostVarying).fill('/a'),
  })
})
