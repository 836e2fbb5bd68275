import { expect, it } from 'vitest'
import { checkStatement } from './check-statement.ts'

it('warns of a source that is not there, where all are known', () => {
  const sources = ['$bridges/mqtt:line_4', '$bridges/kafka_consumer:orders']
  const absent = (from: string, known: readonly string[] | undefined = sources) =>
    checkStatement(`SELECT * FROM ${from}`, { sources: known })
  expect(absent('"$bridges/mqtt:line_4", "$sources/kafka_consumer:orders", "t/1"')).toEqual([])
  expect(absent('"$bridges/+"')).toEqual([])
  expect(absent('"$bridges/mqtt:lime_4", "$sources/redis:stock"')).toEqual([
    expect.objectContaining({
      kind: 'unknown-source',
      name: '$bridges/mqtt:lime_4',
      near: '$bridges/mqtt:line_4',
      fix: { from: 14, to: 36, text: '"$bridges/mqtt:line_4"' },
    }),
    expect.objectContaining({ kind: 'unknown-source', name: '$sources/redis:stock', near: undefined }),
  ])
  expect(absent('"$bridges/mqtt:line_4"', [])).toHaveLength(1)
  expect(checkStatement('SELECT * FROM "$bridges/mqtt:line_4"')).toEqual([])
})
