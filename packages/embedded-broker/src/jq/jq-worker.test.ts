import { existsSync, readFileSync } from 'node:fs'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import type { JqAnswer } from '@brokerdeck/languages/rule-sql/evaluate/jq/jq-evaluator.ts'
import { answerTo } from '@brokerdeck/languages/testing/answer-to.ts'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import jqSource from './jq-thread.ts?thread'
import { openJq, provideJqThread } from './jq-worker.ts'

beforeAll(() => provideJqThread(jqSource))

const askJq = (program: string, input = 'null', patience = 60_000) =>
  answerTo(`SELECT jq('${program}', '${input}') as r FROM "t/#"`, '{}', { patience })

it.each([
  ['.["a"]', '{"a":1}', '[1]'],
  ['-.a', '{"a":1}', '[-1]'],
  ['.a //= 2', '{"a":null}', '[{"a":2}]'],
  ['del(.[1,2])', '[1,2,3,4]', '[[1,4]]'],
  ['sort_by(.a,.b)', '[{"a":1,"b":2},{"a":1,"b":1}]', '[[{"a":1,"b":1},{"a":1,"b":2}]]'],
  ['length', '"é😀"', '[2]'],
  ['@base64', '"é"', '["w6k="]'],
  ['try error("x") catch .', 'null', '["x"]'],
  ['. as [$a, {b: $c}] | $a + $c', '[1,{"b":2}]', '[3]'],
  ['gmtime', '0', '[[1970,0,1,0,0,0,4,0]]'],
  ['[leaf_paths]', '{"a":[1]}', '[[["a",0]]]'],
  ['[match("(?<n>b)|(c)"; "g") | .offset]', '"度bc"', '[[1,2]]'],
  ['sub("(?<x>b)"; "[\\(.x)]")', '"abcb"', '["a[b]cb"]'],
  ['1, .a, 3', '{"a":"é"}', '[1,"é",3]'],
  ['empty', '1', '[]'],
  ['', '{"a":1}', '[{"a":1}]'],
  ['# nothing', '7', '[7]'],
  ['def f: 1;', '7', '[7]'],
  ['input_filename', '7', '[null]'],
  ['modf, gamma, exp10', '2', '[[0,2],0,100]'],
])('gives what jq 1.6 gives: %s', async (program, input, expected) => {
  expect(await askJq(program, input)).toBe(`{"r":${expected}}`)
})

it.each([
  'abs',
  'pick(.a)',
  'tonumber',
  'keys',
  '.a |',
  '1)|(2',
  '"a\\(1)|(2)"|(',
  'input',
  'input_line_number',
  '1, error',
])('fails as jq 1.6 fails: %s', async (program) => {
  expect(await askJq(program, '"x"')).toContain('jq_exception')
})

it('keeps what a program defines from all others', async () => {
  expect(await askJq('def map(f): "mine"; map(. + 1)', '[1, -2]')).toBe('{"r":["mine"]}')
  expect(await askJq('map(. + 1)', '[1, -2]')).toBe('{"r":[[2,-1]]}')
})

it('takes what devices send for data, whatever it looks like', async () => {
  const hostile = JSON.stringify({ a: 'jq: error\n1\n[0,0]\n0', b: '\u0000' })
  const answer = openJq(jqSource).ask({ program: '.a, debug, (.a | stderr)', input: hostile }, 60_000)
  expect(answer?.map((text): unknown => JSON.parse(text))).toEqual([
    'jq: error\n1\n[0,0]\n0',
    { a: 'jq: error\n1\n[0,0]\n0', b: '\u0000' },
    'jq: error\n1\n[0,0]\n0',
  ])
})

it.each([
  ['calls itself', 'def f: f; f', '1'],
  ['waits', 'until(false; .)', '1'],
  ['gives without an end', 'repeat(1)', '1'],
  ['fills the memory', '[range(1e12)]', '1'],
  ['makes a list by its last place', '.[1e9] = 1', '[]'],
  ['makes a text by its length', '"a" * 999999999999', '[]'],
])('ends a program that %s, and answers the next', async (_what, program, input) => {
  const ended = await answerTo(`SELECT jq('${program}', '${input}') as r FROM "t/#"`, '{}', { patience: 500 })
  expect(ended).toMatch(/jq_exception|limit_exceeded|null/)
  expect(await askJq('.a', '{"a":1}')).toBe('{"r":[1]}')
})

it('answers many programs in turn, each as if it were alone', async () => {
  const programs = Array.from({ length: 40 }, (_, at) => `.a + ${at}`)
  const jq = openJq(jqSource)
  await jq.learn(programs)
  for (const round of [1, 2])
    for (const [at, program] of programs.entries())
      expect(jq.ask({ program, input: `{"a":${round}}` }, 60_000)).toEqual([String(round + at)])
})

const file = new URL('../../../../../shared/recordings/rule-sql/jq.json', import.meta.url)
const recordedSchema = v.array(
  v.object({ program: v.string(), payload: v.string(), r: v.optional(v.string()) }),
)

needing('recordings', existsSync(file))(
  'answers recorded programs as a real broker does',
  () => {
    const cases = v.parse(recordedSchema, JSON.parse(readFileSync(file, 'utf8')))
    const jq = openJq(jqSource)
    const wrong = cases.filter(({ program, payload, r }) => {
      const answer = jq.ask({ program, input: payload }, 60_000)
      return r === undefined ? answer !== undefined : toSorted(toList(answer)) !== toSorted(r)
    })
    expect(wrong.map(({ program, payload }) => `${program} of ${payload}`)).toEqual(['exp10? of 3'])
  },
  600_000,
)

const toList = (answer: JqAnswer) => (answer === undefined ? 'null' : `[${answer.join(',')}]`)

/** Serializes JSON with the keys of objects in order. */
const toSorted = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value
  })
