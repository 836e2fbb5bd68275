import { expect, test } from 'vitest'
import type { Delivery } from '../drivers/driver.ts'
import { BufferBudget } from './buffer-budget.ts'
import { arrangeBuffer } from './testing/arrange-buffer.ts'
import { holdTarget } from './testing/hold-target.ts'

const ok: Delivery = { kind: 'ok' }
const away: Delivery = { kind: 'retry', reason: 'econnrefused' }
const stopped = { kind: 'dropped', reason: 'resource_stopped' }
const expired = { kind: 'dropped', reason: 'expired' }
const full = { kind: 'dropped', reason: 'queue_full' }

/** Resolves after everything that follows from a response. */
const afterAnswers = () => new Promise((resolve) => setImmediate(resolve))

/** Returns the size of one waiting row of these tests. */
function bytesOfRow(): number {
  const held = holdTarget()
  held.become('wait')
  const { metrics, send } = arrangeBuffer(held.target)
  send(1)
  return metrics.figures.queuing_bytes
}

test('what went out first is tried first, in whatever order the refusals come', async () => {
  const held = holdTarget()
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, { resume_interval: '1s' })
  for (const n of [1, 2, 3, 4]) send(n)
  for (const at of [2, 0, 1]) held.answer(away, at)
  await afterAnswers()
  held.answer(ok)
  await afterAnswers()
  send(5)
  expect(metrics.figures).toMatchObject({ inflight: 3, queuing: 1, success: 1 })
  clock.advance(1000)
  for (const _ of [1, 3, 4, 5]) {
    expect(held.asked).toBe(1)
    held.answer(ok)
    await afterAnswers()
  }
  expect(outcomes).toEqual([ok, ok, ok, ok, ok])
  expect(held.batches.flat()).toEqual(['1', '2', '3', '4', '1', '3', '4', '5'])
  expect(metrics.figures).toMatchObject({ success: 5, retried: 3, inflight: 0 })
})

test('what is tried again is not tried twice at a time, and again after that', async () => {
  const held = holdTarget()
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, { resume_interval: '1s' })
  send(1)
  held.answer(away)
  await afterAnswers()
  // A row that is sent meanwhile waits behind the retried row.
  send(2)
  for (const attempt of [2, 3]) {
    for (const _ of [1, 2, 3]) {
      clock.advance(1000)
      await afterAnswers()
    }
    expect(held.batches).toHaveLength(attempt)
    send(attempt + 1)
    expect(held.asked).toBe(1)
    expect(metrics.figures).toMatchObject({ inflight: 1, queuing: attempt, retried: 0 })
    held.answer(away)
    await afterAnswers()
    expect(held.asked).toBe(0)
    expect(metrics.figures).toMatchObject({ inflight: 1, queuing: attempt, retried: 0 })
  }
  clock.advance(1000)
  held.answer({ kind: 'failed', reason: 'no' })
  await afterAnswers()
  expect(outcomes).toEqual([{ kind: 'failed', reason: 'no' }])
  expect(metrics.figures).toMatchObject({ retried: 1, failed: 1, success: 0, inflight: 3, queuing: 0 })
  expect(held.batches.flat()).toEqual(['1', '1', '1', '1', '2', '3', '4'])
})

test('what a target turns out to refuse for good has failed, waiting or refused before', async () => {
  const held = holdTarget()
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, { resume_interval: '1s' })
  send(1)
  held.answer(away)
  await afterAnswers()
  held.become('wait')
  for (const n of [2, 3]) send(n)
  held.become({ refusal: 'no such table' })
  clock.advance(1000)
  await afterAnswers()
  const failed = { kind: 'failed', reason: 'no such table' }
  expect(outcomes).toEqual([failed, failed, failed])
  expect(metrics.figures).toMatchObject({ failed: 3, retried: 0, dropped: 0, queuing: 0, inflight: 0 })
  expect(held.batches).toEqual([['1']])
})

test('what is closed drops what waits, what is to be tried again, and what is answered too late', async () => {
  const held = holdTarget()
  const { buffer, metrics, outcomes, send } = arrangeBuffer(held.target, { inflight_window: 2 })
  for (const n of [1, 2, 3]) send(n)
  held.answer(away)
  await afterAnswers()
  buffer.close()
  expect(outcomes).toEqual([stopped, stopped])
  expect(metrics.figures).toMatchObject({ queuing: 0, inflight: 0 })
  held.answer(ok)
  await afterAnswers()
  expect(outcomes).toEqual([stopped, stopped, stopped])
  expect(metrics.figures).toMatchObject({ 'dropped.resource_stopped': 3, success: 0 })
  expect(held.batches).toEqual([['1'], ['2']])
})

test('what is closed while it is tried again is dropped, whatever the answer', async () => {
  for (const answer of [ok, away]) {
    const held = holdTarget()
    const { buffer, clock, metrics, outcomes, send } = arrangeBuffer(held.target, { resume_interval: '1s' })
    send(1)
    held.answer(away)
    await afterAnswers()
    send(2)
    clock.advance(1000)
    expect(held.asked).toBe(1)
    buffer.close()
    expect(outcomes).toEqual([stopped])
    held.answer(answer)
    await afterAnswers()
    expect(outcomes).toEqual([stopped, stopped])
    expect(metrics.figures).toMatchObject({ 'dropped.resource_stopped': 2, retried: 0, success: 0 })
    expect(held.batches.flat()).toEqual(['1', '1'])
  }
})

test('a buffer keeps as much as it may to the byte, and has as much under way', () => {
  const size = bytesOfRow()
  const waiting = holdTarget()
  waiting.become('wait')
  const kept = arrangeBuffer(waiting.target, { max_buffer_bytes: 3 * size })
  for (const n of [1, 2, 3]) kept.send(n)
  expect(kept.metrics.figures).toMatchObject({ queuing: 3, queuing_bytes: 3 * size, dropped: 0 })
  kept.send(4)
  expect(kept.metrics.figures).toMatchObject({ queuing: 3, 'dropped.queue_full': 1 })
  expect(kept.outcomes).toEqual([full])

  const ready = holdTarget()
  const sent = arrangeBuffer(ready.target, { max_buffer_bytes: 2 * size, inflight_window: 100 })
  for (const n of [1, 2, 3]) sent.send(n)
  expect(ready.batches).toEqual([['1'], ['2']])
  expect(sent.metrics.figures).toMatchObject({ inflight: 2, queuing: 1 })
})

test('whatever is answered makes room for what waits, in number and in bytes', async () => {
  const size = bytesOfRow()
  for (const options of [{ inflight_window: 2 }, { max_buffer_bytes: 2 * size }]) {
    const held = holdTarget()
    const { metrics, outcomes, send } = arrangeBuffer(held.target, options)
    for (const n of [1, 2, 3]) send(n)
    expect(held.batches.flat()).toEqual(['1', '2'])
    for (const next of ['3', '4', '5']) {
      held.answer(ok)
      await afterAnswers()
      expect(held.batches.flat().at(-1)).toBe(next)
      send(Number(next) + 1)
      expect(held.asked).toBe(2)
    }
    expect(outcomes).toEqual([ok, ok, ok])
    expect(metrics.figures).toMatchObject({ inflight: 2, queuing: 1, success: 3 })
  }
})

test('a batch goes at the moment its time is up, not before', () => {
  const held = holdTarget()
  const { clock, send } = arrangeBuffer(held.target, { batch_size: 3, batch_time: '2s' })
  for (const n of [1, 2]) send(n)
  clock.advance(1999)
  expect(held.batches).toEqual([])
  clock.advance(1)
  expect(held.batches).toEqual([['1', '2']])
})

test('of a batch only those are sent that are not too old, at the last moment still', () => {
  const held = holdTarget()
  held.become('wait')
  const late = { request_ttl: '5s', resume_interval: '1h', batch_size: 2 }
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, late)
  send(1)
  clock.advance(1000)
  for (const n of [2, 3]) send(n)
  clock.advance(5000)
  held.become('ready')
  send(4)
  expect(held.batches).toEqual([['2'], ['3', '4']])
  expect(outcomes).toEqual([expired])
  expect(metrics.figures).toMatchObject({ 'dropped.expired': 1, inflight: 3, queuing: 0 })
})

test('a target is never handed nothing', () => {
  const held = holdTarget()
  held.become('wait')
  const { clock, outcomes, send } = arrangeBuffer(held.target, { request_ttl: '5s', resume_interval: '1h' })
  for (const n of [1, 2]) send(n)
  clock.advance(6000)
  held.become('ready')
  send(3)
  expect(outcomes).toEqual([expired, expired])
  expect(held.batches).toEqual([['3']])
})

test('what has grown too old meanwhile does not hold up what is tried after it', async () => {
  const held = holdTarget()
  const { clock, send } = arrangeBuffer(held.target, { request_ttl: '10s', resume_interval: '6s' })
  for (const n of [1, 2]) send(n)
  clock.advance(5000)
  send(3)
  for (const _ of [1, 2, 3]) held.answer(away)
  await afterAnswers()
  send(4)
  clock.advance(1000)
  expect(held.batches.flat()).toEqual(['1', '2', '3', '1'])
  clock.advance(5000)
  held.answer(ok)
  await afterAnswers()
  expect(held.batches.flat()).toEqual(['1', '2', '3', '1', '3'])
})

test('an answer at the last moment is in time', async () => {
  const held = holdTarget()
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, { request_ttl: '3s' })
  send(1)
  clock.advance(3000)
  held.answer(ok)
  await afterAnswers()
  expect(outcomes).toEqual([ok])
  expect(metrics.figures).toMatchObject({ success: 1, late_reply: 0 })
})

test('what waits to be tried again grows too old like anything else, and nothing ticks for it any more', async () => {
  const held = holdTarget()
  const { clock, metrics, outcomes, send, ticking } = arrangeBuffer(held.target, {
    request_ttl: '5s',
    resume_interval: '1s',
    batch_size: 2,
    batch_time: '1s',
  })
  for (const n of [1, 2]) send(n)
  held.answer(away)
  await afterAnswers()
  held.become('wait')
  send(3)
  clock.advance(5000)
  await afterAnswers()
  expect(outcomes).toEqual([])
  expect(metrics.figures).toMatchObject({ inflight: 2, queuing: 1 })
  clock.advance(1000)
  await afterAnswers()
  expect(outcomes).toEqual([expired, expired, expired])
  expect(metrics.figures).toMatchObject({ 'dropped.expired': 3, inflight: 0, queuing: 0, retried: 0 })
  expect(ticking.size).toBe(0)
  expect(held.batches).toEqual([['1', '2']])
})

test('where all buffers together are full the oldest that waits goes, not what is under way', async () => {
  const budget = new BufferBudget(2500)
  const [slow, gone] = [holdTarget(), holdTarget()]
  gone.become('wait')
  const first = arrangeBuffer(slow.target, { inflight_window: 1 }, budget)
  const second = arrangeBuffer(gone.target, {}, budget)
  for (const n of [1, 2, 3]) first.send(n)
  // Each row takes a thousand bytes in addition to its content.
  expect(first.outcomes).toEqual([full])
  second.send(4)
  expect([first.outcomes, second.outcomes]).toEqual([[full, full], []])
  slow.answer(ok)
  await afterAnswers()
  expect(first.outcomes).toEqual([full, full, ok])
  expect(slow.batches).toEqual([['1']])
  expect(second.metrics.figures).toMatchObject({ queuing: 1, dropped: 0 })
})

test('a row that no buffer may hold is dropped, and takes nothing of what all may hold together', () => {
  const budget = new BufferBudget()
  const held = holdTarget()
  const { outcomes, send } = arrangeBuffer(held.target, { max_buffer_bytes: 100 }, budget)
  send(1, 'x'.repeat(1000))
  expect(outcomes).toEqual([full])
  expect(budget.bytes).toBe(0)
  expect(held.batches).toEqual([])
})

test.each([
  [new Error('no such column'), 'no such column'],
  ['a word', 'a word'],
])('a target that throws %s has failed with it', async (thrown, reason) => {
  const deliver = () => Promise.reject(thrown)
  const { metrics, outcomes, send } = arrangeBuffer({ state: () => 'ready', deliver })
  send(1)
  await afterAnswers()
  expect(outcomes).toEqual([{ kind: 'failed', reason }])
  expect(metrics.figures).toMatchObject({ failed: 1, inflight: 0 })
})
