import { expect, it } from 'vitest'
import { answerTo } from '../../testing/answer-to.ts'

const many = (text: string, times: number) => text.repeat(times)
const forEachItem = `FOREACH split('${many('a,', 5000)}', ',') as i DO`
it.each([
  ['a pattern', `SELECT regex_match('${many('a', 40)}b', '(a+)+\\1\\1c$') as r FROM "t/#"`],
  [
    'a pattern at many places',
    `SELECT regex_replace('${many('a', 20_000)}', '(a+)+\\1\\1c', 'x') FROM "t/#"`,
  ],
  [
    'a pattern for each item',
    `${forEachItem} regex_match('${many('a', 60)}', '(a+)+\\1\\1c') as r FROM "t/#"`,
  ],
  ['a long pattern for each item', `${forEachItem} regex_match(i, '${many('[^a]', 1000)}') as r FROM "t/#"`],
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
