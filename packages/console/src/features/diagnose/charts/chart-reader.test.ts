import { expect, test } from 'vitest'
import { ChartReader } from './chart-reader.ts'
import type { ChartedMessage } from './chart-values.ts'
import { UnpackedPayloads } from './unpacked-payloads.ts'

const open = () => new ChartReader(new UnpackedPayloads(() => undefined))

const messages = (...payloads: readonly string[]): readonly ChartedMessage[] =>
  payloads.map((text, at) => ({
    seq: at + 1,
    time: at,
    payload: new TextEncoder().encode(text),
    contentType: undefined,
  }))

const values = ({ points }: { readonly points: readonly { readonly value: number }[] }) =>
  points.map(({ value }) => value)

test('draws the first path of the latest message that has a number', () => {
  const drawn = open().read(messages('{"a":1}', '{"b":2,"c":3}', '{"b":4,"c":5}', 'offline', ''))
  expect(drawn.paths).toEqual([['b'], ['c']])
  expect(drawn.path).toEqual(['b'])
  expect(values(drawn)).toEqual([2, 4])
})

test('draws the path that was asked for, also where the latest message lacks it', () => {
  const reader = open()
  reader.choose(['a'])
  const drawn = reader.read(messages('{"a":1}', '{"a":"ON"}', '{"b":2}'))
  expect(drawn).toMatchObject({ path: ['a'], paths: [['b']] })
  expect(values(drawn)).toEqual([1, 1])
  reader.choose(undefined)
  expect(reader.read(messages('{"b":2}')).path).toEqual(['b'])
})

test('draws nothing of what has no number', () => {
  const drawn = open().read(messages('offline', '{"name":"x"}'))
  expect(drawn).toEqual({ paths: [], points: [] })
})

test('reads the newest first while there is time, and the rest with the next calls', () => {
  const reader = open()
  const past = Number.NEGATIVE_INFINITY
  const all = messages('0', '1', '2', '3', '4')
  const first = all.slice(0, 3)
  const read = (some: readonly ChartedMessage[]) => [values(reader.read(some, past)), reader.isBehind]
  expect(read(first)).toEqual([[2], true])
  expect(read(first)).toEqual([[1, 2], true])
  expect(read(first)).toEqual([[0, 1, 2], false])
  // Messages that were read before are still drawn after new ones have arrived.
  expect(read(all)).toEqual([[0, 1, 2, 4], true])
  expect(read(all)).toEqual([[0, 1, 2, 3, 4], false])
  expect(read([...all, ...messages('x', 'y', 'z')])).toEqual([[0, 1, 2, 3, 4], true])
})
