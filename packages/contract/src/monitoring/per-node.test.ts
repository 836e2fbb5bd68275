import * as v from 'valibot'
import { expect, test } from 'vitest'
import { metrics } from './metrics.ts'
import { splitNode } from './per-node.ts'

const schema = metrics.list.response[200]

test('one endpoint answers a list of nodes or one sum', () => {
  const answer = v.parse(schema, [{ node: 'a@b', 'messages.received': 3 }])
  expect(Array.isArray(answer) && answer.map(splitNode)).toEqual([
    { node: 'a@b', values: { 'messages.received': 3 } },
  ])
  expect(v.parse(schema, { 'messages.received': 3 })).toEqual({ 'messages.received': 3 })
})

test('a node that could not be asked says why', () => {
  expect(
    v.is(schema, [
      { node: 'a@b', 'messages.received': 3 },
      { node: 'c@d', reason: 'nodedown' },
    ]),
  ).toBe(true)
})

test('what is wrong in it is told with its path', () => {
  const wrong = v.safeParse(schema, { 'messages.received': '3' })
  expect(wrong.success).toBe(false)
  expect(wrong.issues?.map((issue) => issue.path?.[0].key)).toEqual(['messages.received'])
  expect(v.is(schema, [{ 'messages.received': 3 }])).toBe(false)
})
