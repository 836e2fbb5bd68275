import { expect, test } from 'vitest'
import { MessageBuffer } from './message-buffer.ts'
import { OfferedTopics } from './offered-topics.ts'

const forever = Number.POSITIVE_INFINITY

function fill(buffer: MessageBuffer, ...topics: readonly string[]) {
  for (const topic of topics) buffer.add({ topic, payload: new Uint8Array(), qos: 0, retain: false }, 0)
}

const makeBuffer = (...topics: readonly string[]) => {
  const buffer = new MessageBuffer({ count: 10_000, bytes: 1e8 })
  fill(buffer, ...topics)
  return buffer
}

test('are those of what was kept and of what comes, by name, as far as the filter matches', () => {
  const buffer = makeBuffer('b/1', 'a/1', 'b/1', 'c')
  const topics = new OfferedTopics(buffer, '+/1')
  topics.step(forever)
  expect([topics.list(), topics.isDone, topics.hasMore]).toEqual([['a/1', 'b/1'], true, false])
  fill(buffer, 'aa/1', 'x')
  expect(topics.isDone).toBe(false)
  topics.step(forever)
  expect([topics.list(), topics.isDone]).toEqual([['a/1', 'aa/1', 'b/1'], true])
})

test('are the latest ones where there are too many, and stay the same', () => {
  const all = Array.from({ length: 1000 }, (_, at) => `t/${1000 + at}`)
  const buffer = makeBuffer(...all)
  const topics = new OfferedTopics(buffer, '')
  topics.step(forever)
  expect(topics.list()).toEqual(all.slice(-200))
  expect([topics.hasMore, topics.isDone]).toEqual([true, true])
  fill(buffer, 'new')
  topics.step(forever)
  expect(topics.list()).toEqual(all.slice(-200))
})

test('are bounded by their length too', () => {
  const topics = new OfferedTopics(makeBuffer(...['x', 'y', 'z'].map((letter) => letter.repeat(20_000))), '')
  topics.step(forever)
  expect(topics.list().map(([letter]) => letter)).toEqual(['z'])
  expect(topics.hasMore).toBe(true)
})

test('are found bit by bit', () => {
  const topics = new OfferedTopics(makeBuffer(...Array.from({ length: 150 }, (_, at) => `t/${at}`)), '')
  const long = Number.NEGATIVE_INFINITY
  topics.step(long)
  expect(topics.isDone).toBe(false)
  for (let calls = 0; calls < 5; calls += 1) topics.step(long)
  expect([topics.list().length, topics.isDone]).toEqual([150, true])
})
