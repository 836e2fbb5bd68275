import { expect, it } from 'vitest'
import { answerTo } from '../../testing/answer-to.ts'

const many = (text: string, times: number) => text.repeat(times)
const eachOf = `FOREACH split('${many('a,', 5000)}', ',') as i DO`
it.each([
  ['a pattern', `SELECT regex_match('${many('a', 40)}b', '(a+)+$') as r FROM "t/#"`],
  [
    'a pattern at many places',
    `SELECT regex_replace('${many('ab', 20_000)}', '(a|b)*?\\1c|(?=(a*b*)*c)', 'x') FROM "t/#"`,
  ],
  ['a pattern for each item', `${eachOf} regex_match('${many('a', 60)}', '(a+)+$b') as r FROM "t/#"`],
  ['a long pattern for each item', `${eachOf} regex_match(i, '${many('[^a]', 1000)}') as r FROM "t/#"`],
  ['a program that calls itself', "SELECT jq('def f: f; f', '1') as r FROM \"t/#\""],
  ['a program that counts', "SELECT jq('[range(0; 1e12)]', '1') as r FROM \"t/#\""],
  ['a program that waits', `SELECT jq('until(false; .)', '1') as r FROM "t/#"`],
  ['a pattern in a program', `SELECT jq('test("(a+)+\\\\1$")', '"${many('a', 40)}b"') as r FROM "t/#"`],
  ['one that looks ahead', `SELECT jq('gsub("(?=(a+)+$)b"; "")', '"${many('a', 40)}b"') as r FROM "t/#"`],
  ['a list by its last place', `SELECT jq('.[1e9] = 1 | tojson', '[]') as r FROM "t/#"`],
  ['a list by a path', `SELECT jq('setpath([999999999]; 1) | tojson', '[]') as r FROM "t/#"`],
  ['a text by its length', `SELECT jq('"a" * 999999999999', '[]') as r FROM "t/#"`],
  ['brackets', `SELECT ${many('(', 5000)}1${many(')', 5000)} as r FROM "t/#"`],
  ['a width', 'SELECT pad(\'x\', 999999999999) as r FROM "t/#"'],
])('ends: %s', async (_what, sql) => {
  expect(await answerTo(sql)).not.toBe('')
})

it('takes a long text apart as it does a short one', async () => {
  const text = many('a,', 200_000)
  for (const call of [`tokens('${text}', ',')`, `split('${text}', ',')`])
    expect(await answerTo(`SELECT length(${call}) as r FROM "t/#"`, '{}', { patience: 60_000 })).toBe(
      '{"r":200000}',
    )
})

it.each([
  ['test("温.$")', '"今日温度"', '[true]'],
  ['test("A.C"; "ix")', '"abc"', '[true]'],
  ['test(["B", "i"])', '"abc"', '[true]'],
  [
    '[match("(?<n>b)|(c)"; "g") | .offset, .captures[0].name, .captures[0].string]',
    '"度bc"',
    '[[1,"n","b",2,"n",null]]',
  ],
  ['capture("(?<y>\\\\d+)-(?<m>\\\\d+)")', '"2026-11"', '[{"m":"11","y":"2026"}]'],
  ['[scan("[a-c]")]', '"axbxc"', '[["a","b","c"]]'],
  ['[scan("(.)x")]', '"axbx"', '[[["a"],["b"]]]'],
  ['split(", *"; null)', '"a, b,c"', '[["a","b","c"]]'],
  ['[splits("b")]', '"abc"', '[["a","c"]]'],
  ['sub("(?<x>b)"; "[\\(.x)]")', '"abcb"', '["a[b]cb"]'],
  ['[gsub("b"; "1", "2")]', '"abcb"', '[["a1c1","a2c1","a1c2","a2c2"]]'],
  ['gsub("\\\\s+"; "")', '"a b  c"', '["abc"]'],
  ['keys', '{"b":1,"a":2}', '[["a","b"]]'],
  ['keys', '["x","y"]', '[[0,1]]'],
  ['keys_unsorted', '{"b":1,"a":2}', '[["b","a"]]'],
  ['utf8bytelength', '"温"', '[3]'],
  ['map(tonumber)', '["1", 2.5]', '[[1,2.5]]'],
  ['ltrimstr("a"), rtrimstr("b")', '"ab"', '["b","a"]'],
  ['ltrimstr("a")', '1', '[1]'],
  ['def abs: if . < 0 then -1 * . else . end; map(abs)', '[-1, 2]', '[[1,2]]'],
  ['"a" * 3', '1', '["aaa"]'],
])('does as jq does: %s', async (program, input, expected) => {
  expect(await answerTo(`SELECT jq('${program}', '${input}') as r FROM "t/#"`)).toBe(`{"r":${expected}}`)
})

it('keeps what a jq program defines from all others', async () => {
  const told = async (program: string) => await answerTo(`SELECT jq('${program}', '[1, -2]') as r FROM "t/#"`)
  expect(await told('def map(f): "mine"; map(. + 1)')).toBe('{"r":["mine"]}')
  expect(await told('map(. + 1)')).toBe('{"r":[[2,-1]]}')
})

it.each(['abs', 'pick(.a)', 'tonumber', 'keys'])('refuses what jq 1.6 refuses: %s', async (program) => {
  expect(await answerTo(`SELECT jq('${program}', '"x"') as r FROM "t/#"`)).toContain('jq_exception')
})
