import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Term } from '../rule-sql/evaluate/term.ts'
import { evaluateVariform, variformFunctions } from './evaluate-variform.ts'
import { parseOperationValue, parseVariform } from './parse-variform.ts'
import { variformNames } from './variform-names.ts'

const bindings = new Map<string, Term>([
  ['clientid', 'Plant-7-pump'],
  ['username', undefined],
  [
    'payload',
    new Map<string, Term>([
      ['n', 5n],
      ['list', ['a', 'b']],
      ['empty', ''],
    ]),
  ],
])

function evaluated(text: string) {
  const parsed = parseVariform(text)
  return 'fault' in parsed ? parsed : evaluateVariform(parsed.node, bindings, () => 1_700_000_000_123)
}

it.each([
  ['clientid', 'Plant-7-pump'],
  ['payload.n', 5n],
  ["concat([clientid, '/', payload.n])", 'Plant-7-pump/5'],
  ["concat(clientid, '!')", 'Plant-7-pump!'],
  ["nth(2, tokens(clientid, '-'))", '7'],
  ["nth('9', payload.list)", ''],
  ["rm_prefix(clientid, 'Plant-')", '7-pump'],
  ["regex_extract(clientid, '([0-9]+)')", ['7']],
  ["iif(num_gt(payload.n, 3), 'high', 'low')", 'high'],
  ["iif(payload.empty, 'yes', 'no')", 'no'],
  ["iif(payload.none, 'yes', 'no')", 'no'],
  ["coalesce(payload.none, payload.empty, 'last')", 'last'],
  ['coalesce(payload.list)', 'a'],
  ['is_empty(payload.none)', true],
  ["not(str_eq(clientid, 'x'))", true],
  ["str_comp('a', 'b')", 'lt'],
  ["num_eq('5', payload.n)", true],
  ["pad('7', 3, 'leading', '0')", '007'],
  ['int2hexstr(255)', 'FF'],
  ["map_to_range('a', 0, 9)", 7n],
  ["hash('md5', 'x')", '9dd4e461268c8034f5c8564e155c67a6'],
  ['json_encode(payload.list)', '["a","b"]'],
  ['timestamp_s()', 1_700_000_000n],
  ["emqx_variform_bif.upper('a')", 'A'],
])('%s', (text, value) => {
  expect(evaluated(text)).toEqual({ value })
})

it.each([
  ['payload.none', { reason: 'var_unbound', var_name: 'payload.none' }],
  ['nofun(clientid)', { reason: 'unknown_variform_function', function: 'nofun' }],
  ['upper(clientid, clientid)', { reason: 'unknown_variform_function', function: 'upper' }],
  ['upper(username)', { exception: 'error', reason: 'function_clause' }],
  ['upper(payload.n)', { exception: 'error', reason: 'function_clause' }],
  ["num_gt('x', 1)", { exception: 'error', reason: 'badarg' }],
])('%s has no value', (text, reason) => {
  expect(evaluated(text)).toEqual({ reason })
})

it.each([
  ["'emqx'", 'syntax error before: "emqx"'],
  ['2', 'syntax error before: 2'],
  ['[clientid]', "syntax error before: '['"],
  ['concat([', 'syntax error before: '],
  ['a b', 'syntax error before: "b"'],
  ['concat(a,)', "syntax error before: ')'"],
  ['', 'syntax error before: '],
  ['a + b', 'illegal characters "+ b"'],
])('%s is no value of an operation', (text, fault) => {
  expect(parseOperationValue(text)).toEqual({ fault })
})

it('ends whatever is written, and makes no more than it may', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    ',',
    "'a'",
    '1',
    'concat',
    'payload.n',
    'tokens',
    'iif',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(Object.keys(evaluated(pieces.join('')))).toHaveLength(1)
    }),
  )
  const doubled = (depth: number): string =>
    depth === 0 ? 'rand_str(1000)' : `concat(${doubled(depth - 1)},${doubled(depth - 1)})`
  expect(evaluated(doubled(6))).toHaveProperty('value')
  expect(evaluated(`pad('a', 900000000)`)).toHaveProperty('reason')
})

it('has every function that it names, but for what only the broker knows', () => {
  const own = ['coalesce', 'getenv', 'iif', 'is_empty']
  expect([...variformNames].filter((name) => !own.includes(name)).sort()).toEqual(
    [...variformFunctions.keys()].sort(),
  )
})
