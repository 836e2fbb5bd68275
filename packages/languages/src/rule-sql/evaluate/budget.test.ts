import { deflateSync, gzipSync, zlibSync } from 'fflate'
import { expect, it } from 'vitest'
import { parseStatement } from '../parse-statement.ts'
import { EvaluationBudget } from './budget.ts'
import { decodeErlang, encodeErlang } from './functions/erlang-bytes.ts'
import { formatFunctions } from './functions/format-functions.ts'
import { graphemes } from './functions/graphemes.ts'
import { multiply } from './integers.ts'
import { encodeJson } from './json-text.ts'
import { printResult } from './print-result.ts'
import { fillTemplate } from './row-template.ts'
import { type Outcome, runStatement } from './run-statement.ts'
import { Decoding } from './scope.ts'
import { Opaque, type Term } from './term.ts'

function runExpressions(expressions: string, payload: Term = '{}', patience?: number): Outcome {
  const parsed = parseStatement(`SELECT ${expressions} FROM "t/#"`)
  if ('fault' in parsed) throw new Error(`no statement: ${expressions.slice(0, 100)}`)
  const options = { now: () => 0, ...(patience === undefined ? {} : { patience }) }
  return runStatement(parsed.statement, new Map([['payload', payload]]), options)
}

/** Returns the value of `r`, or the reason why it has no value. */
function told(expressions: string, payload?: Term, patience?: number): unknown {
  const outcome = runExpressions(expressions, payload, patience)
  return outcome.kind === 'failed' ? outcome.reason : outcome.kind === 'result' && outcome.rows[0]?.get('r')
}

const limit = (what: string) => ({ kind: 'limit', what })
const zeros = new Uint8Array(30_000_000)
/** Builds `[[[1,1],[1,1]],…]`: each level adds a few letters and doubles the size. */
const doubled = (name: string) =>
  Array.from({ length: 40 }, (_, at) => `[${name}${at},${name}${at}] as ${name}${at + 1}`).join(', ')
const lists = `[1,1] as a0, ${doubled('a')}, [1,1] as b0, ${doubled('b')}`

/** Returns an integer with the given number of bytes in Erlang's external format. */
function longInteger(length: number): Uint8Array {
  const bytes = new Uint8Array(length + 7).fill(0xab)
  bytes.set([131, 111])
  new DataView(bytes.buffer).setUint32(2, length)
  bytes[6] = 0
  return bytes
}

it.each<[string, string, string, Term]>([
  ['an integer of a million bytes', 'term_decode(payload) as r', 'size', longInteger(990_000)],
  [
    'its bits turned round',
    `subbits(payload,1,8000000,'integer','signed','little') as r`,
    'size',
    '1'.repeat(1e6),
  ],
  ['an integer in JSON', 'payload.a as r', 'size', `{"a":${'7'.repeat(900_000)}}`],
  ['an integer in a text', 'int(payload) as r', 'size', '7'.repeat(900_000)],
  ['a product', 'payload.a * payload.a as r', 'size', `{"a":${'7'.repeat(290_000)}}`],
  [
    'squares of squares',
    'payload.a * payload.a as b, b*b as c, c*c as d, d*d as e, e*e as r',
    'size',
    `{"a":${'7'.repeat(20_000)}}`,
  ],
  ['bits shifted far', 'bitsl(1, 4000000) as r', 'size', '{}'],
  ['gunzip', 'gunzip(payload) as r', 'size', gzipSync(zeros)],
  ['unzip', 'unzip(payload) as r', 'size', deflateSync(zeros)],
  ['zip_uncompress', 'zip_uncompress(payload) as r', 'size', zlibSync(zeros)],
  ['an alias of many steps', `1 as ${'a.'.repeat(50_000)}a`, 'depth', '{}'],
  ['a name of many steps', `b.${'a.'.repeat(50_000)}a as r`, 'depth', '{}'],
  ['a path of many steps', 'map_put(payload, 1, map_new()) as r', 'depth', 'a.'.repeat(50_000)],
  ['doubled lists as JSON', `${lists}, json_encode(a40) as r`, 'time', '{}'],
  ['doubled lists compared', `${lists}, eq(a40, b40) as r`, 'time', '{}'],
  ['doubled lists as a term', `${lists}, term_encode(a40) as r`, 'time', '{}'],
  ['doubled lists printed', `${lists}, sprintf_s('~p', [a40]) as r`, 'time', '{}'],
  ['doubled lists measured', `${lists}, bytesize(a40) as r`, 'time', '{}'],
  ['padded by a long text', `pad('x', 1000000, 'leading', payload) as r`, 'size', 'a'.repeat(1e6)],
  [
    'a replacement of many',
    `regex_replace(payload, '.*', '${'&'.repeat(2000)}') as r`,
    'size',
    'a'.repeat(1e6),
  ],
])('is refused before it is done: %s', (_what, expressions, what, payload) => {
  const reason = told(expressions, payload)
  // On a busy machine the time limit may be reached before the size limit.
  if (what === 'depth') expect(reason).toEqual(limit(what))
  else expect(reason).toEqual({ kind: 'limit', what: expect.stringMatching(/^(time|size)$/) })
})

it('does long things that are no attack', () => {
  // The time limit is raised, because this test does not check whether a slow machine needs more than a second.
  const toldAtLast = (expressions: string, payload?: Term) => told(expressions, payload, 60_000)
  expect(toldAtLast(`bitsize(subbits(payload, 3, 7999991, 'bits')) as r`, 'a'.repeat(1e6))).toBe(7_999_991n)
  expect(toldAtLast('gunzip(gzip(payload)) as r', 'hello '.repeat(100_000))).toBe('hello '.repeat(100_000))
  expect(toldAtLast('unzip(zip(payload)) as r', 'x')).toBe('x')
  expect(toldAtLast('zip_uncompress(zip_compress(payload)) as r', '')).toBe('')
  expect(toldAtLast('strlen(payload) as r', '温é'.repeat(20_000))).toBe(40_000n)
  expect(toldAtLast(`find(payload, '${'a'.repeat(4000)}b') as r`, 'a'.repeat(200_000))).toBe('')
  expect(toldAtLast('a.a.a as r, 7 as a.a.a')).toBeUndefined()
  expect(toldAtLast(`1 as ${'a.'.repeat(400)}a, map_get('${'a.'.repeat(399)}a', a) as r`)).toBe(1n)
})

it('counts steps that grow with the bytes of an integer, not with their square', () => {
  const stepsFor = (length: number) => {
    const budget = new EvaluationBudget({ timeMs: Number.POSITIVE_INFINITY })
    const value = decodeErlang(longInteger(length), budget)
    expect(encodeErlang(value, budget)).toEqual(longInteger(length))
    return budget.used.steps
  }
  expect(stepsFor(100_000)).toBeLessThan(stepsFor(10_000) * 11)
})

it('charges a text that is formatted before it is gone through', () => {
  const stepsFor = (length: number) => {
    const budget = new EvaluationBudget({ timeMs: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY })
    const { sprintf } = formatFunctions
    const execution = { budget, decoding: new Decoding(budget), jqTimeout: 0, now: () => 0 }
    const text = 'é'.repeat(length)
    expect(sprintf?.run([text], { event: undefined, execution })).toBe(text)
    return budget.used.steps
  }
  // The function charges three steps for each of the two bytes of a letter.
  expect(stepsFor(100_000)).toBeGreaterThanOrEqual(600_000)
  expect(told(`sprintf(payload) as r`, '~p'.repeat(900_000))).toEqual({ kind: 'name', name: 'badarg' })
  expect(told(`sprintf('~${'7'.repeat(900_000)}p', 1) as r`)).toEqual({ kind: 'name', name: 'badarg' })
})

it('charges a product before it is made', () => {
  const budget = new EvaluationBudget({ steps: 1000 })
  const [a, b] = [1n << 300_000n, 1n << 300_000n]
  expect(() => multiply(a, b, budget)).toThrow('limit')
  expect(multiply(3n, 4n, budget)).toBe(12n)
})

it('takes characters apart the same in windows as at once', () => {
  const families = '👨‍👩‍👧🇩🇪e\u0301\r\nx'.repeat(200)
  const marks = `e${'\u0301'.repeat(2000)}`
  const budget = new EvaluationBudget()
  const atOnce = (text: string) =>
    Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
  for (const text of [families, marks, `${marks}${families}`])
    expect(graphemes(text, budget)).toEqual(atOnce(text))
})

it('ends JSON of what is nested too deep', () => {
  let list: Term = []
  for (let depth = 0; depth < 100_000; depth++) list = [list]
  expect(() => encodeJson(list)).toThrow('limit')
})

it('prints a result or says why it cannot', () => {
  const result = (value: Term) => printResult({ rows: [new Map([['r', value]])], isList: false })
  expect(result(1n)).toEqual({ json: '{"r":1}' })
  expect(printResult({ rows: [], isList: true })).toEqual({ json: '[]' })
  expect(result(new Opaque('bits', Uint8Array.of(0x80), 1))).toEqual({
    reason: { kind: 'name', name: 'invalid_ejson' },
  })
  const outcome = runExpressions(lists)
  expect(outcome.kind === 'result' && printResult(outcome)).toEqual({
    reason: { kind: 'limit', what: expect.stringMatching(/^(time|size)$/) },
  })
})

it('fills no more of a template than it may', () => {
  const row = new Map<string, Term>([['a', 'x'.repeat(100)]])
  expect(fillTemplate('${a}y', row)).toBe(`${'x'.repeat(100)}y`)
  // The limit is reached within the value, within the text before it, and within the text after it.
  expect(fillTemplate('${a}y', row, 10)).toHaveLength(10)
  expect(fillTemplate('0123456789${a}', row, 5)).toBe('01234')
  expect(fillTemplate('${a}y', row, 100)).toBe('x'.repeat(100))
  expect(fillTemplate(`\${a}${'y'.repeat(50)}`, row, 120)).toBe(`${'x'.repeat(100)}${'y'.repeat(20)}`)
  expect(() => fillTemplate('${a}'.repeat(10_000), new Map([['a', 'x'.repeat(100_000)]]))).toThrow('limit')
})
