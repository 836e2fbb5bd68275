import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import type { Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import type { Delivery } from '../drivers/driver.ts'
import { arrangeBuffer } from './testing/arrange-buffer.ts'
import { holdTarget } from './testing/hold-target.ts'
import type { Outcome } from './waiting-line.ts'

const ok: Delivery = { kind: 'ok' }
const away: Delivery = { kind: 'retry', reason: 'econnrefused' }

test('What cannot be handed over waits, is tried again in its order, and counts as retried', async () => {
  const held = holdTarget()
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, { health_check_interval: '2s' })
  for (const n of [1, 2, 3]) send(n)
  expect(metrics.figures).toMatchObject({ matched: 3, inflight: 3, queuing: 0, success: 0 })
  held.answer(ok)
  held.answer(away)
  held.answer(away)
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 1, inflight: 2 }))
  send(4)
  expect(metrics.figures).toMatchObject({ queuing: 1, inflight: 2 })
  expect(metrics.figures.queuing_bytes).toBeGreaterThan(0)
  clock.advance(2000)
  await eventually(() => expect(held.asked).toBe(1))
  held.answer(away)
  await eventually(() => {
    clock.advance(2000)
    expect(held.asked).toBe(1)
  })
  for (const _ of [2, 3, 4]) {
    await eventually(() => expect(held.asked).toBe(1))
    held.answer(ok)
  }
  await eventually(() => expect(outcomes).toHaveLength(4))
  expect(held.batches.flat()).toEqual(['1', '2', '3', '2', '2', '3', '4'])
  expect(metrics.figures).toMatchObject({
    success: 4,
    retried: 2,
    failed: 0,
    dropped: 0,
    inflight: 0,
    queuing: 0,
  })
})

test('A window of one sends one after the other; sync is that, whatever the window says', async () => {
  const held = holdTarget()
  const { metrics, send } = arrangeBuffer(held.target, { query_mode: 'sync', inflight_window: 50 })
  for (const n of [1, 2, 3]) send(n)
  expect(metrics.figures).toMatchObject({ inflight: 1, queuing: 2 })
  held.answer(ok)
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 1, inflight: 1, queuing: 1 }))
})

test('A full buffer pushes out the oldest; what is too old is dropped before it is sent', async () => {
  const held = holdTarget()
  held.become('wait')
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, {
    max_buffer_bytes: '1KB',
    request_ttl: '5s',
  })
  for (let n = 1; n <= 10; n++) send(n, 'x'.repeat(200))
  const { queuing, queuing_bytes: bytes } = metrics.figures
  expect(bytes).toBeLessThanOrEqual(1024)
  expect(metrics.figures).toMatchObject({
    matched: 10,
    dropped: 10 - queuing,
    'dropped.queue_full': 10 - queuing,
  })
  expect(queuing).toBeGreaterThan(2)
  clock.advance(10_000)
  expect(metrics.figures).toMatchObject({
    queuing: 0,
    queuing_bytes: 0,
    'dropped.expired': queuing,
    dropped: 10,
  })
  expect(outcomes.at(-1)).toEqual({ kind: 'dropped', reason: 'expired' })
  expect(held.batches).toEqual([])
})

test('An answer that comes when nobody waits any more is late, and neither success nor failure', async () => {
  const held = holdTarget()
  const { clock, metrics, outcomes, send } = arrangeBuffer(held.target, { request_ttl: '3s' })
  send(1)
  clock.advance(4000)
  held.answer(ok)
  await eventually(() => expect(metrics.figures).toMatchObject({ late_reply: 1, success: 0, inflight: 0 }))
  expect(outcomes).toEqual([{ kind: 'dropped', reason: 'expired' }])
})

test('Batches are as large as allowed, and a small one goes when its time is up', async () => {
  const held = holdTarget()
  const { clock, metrics, send } = arrangeBuffer(held.target, { batch_size: 3, batch_time: '1s' })
  for (const n of [1, 2, 3, 4]) send(n)
  expect(held.batches).toEqual([['1', '2', '3']])
  expect(metrics.figures).toMatchObject({ inflight: 3, queuing: 1 })
  clock.advance(2000)
  expect(held.batches).toEqual([['1', '2', '3'], ['4']])
})

test('A target that waiting does not mend refuses at once; what closes drops what waits', async () => {
  const held = holdTarget()
  held.become({ refusal: '{unhealthy_target,undefined_table}' })
  const { buffer, metrics, outcomes, send } = arrangeBuffer(held.target, {})
  send(1)
  expect(outcomes).toEqual([{ kind: 'failed', reason: '{unhealthy_target,undefined_table}' }])
  held.become('wait')
  send(2)
  buffer.close()
  expect(metrics.figures).toMatchObject({ failed: 1, 'dropped.resource_stopped': 1, queuing: 0 })
})

test('Rates and counters follow what was matched, and a reset begins anew but keeps what waits', () => {
  const held = holdTarget()
  held.become('wait')
  const { metrics, send } = arrangeBuffer(held.target, {})
  for (let n = 0; n < 20; n++) send(n)
  metrics.sample()
  expect(metrics.figures).toMatchObject({ rate: 2, rate_last5m: 2, rate_max: 2 })
  metrics.reset()
  expect(metrics.figures).toMatchObject({ matched: 0, rate_max: 0, queuing: 20 })
})

test('Whatever a target answers, and whenever, each row ends exactly once and every one is counted', async () => {
  const answers = fc.constantFrom<Delivery>(ok, away, { kind: 'failed', reason: 'no' })
  const steps = fc.array(fc.tuple(answers, fc.nat({ max: 3 }), fc.boolean()), { maxLength: 40 })
  const options = fc.record({
    worker_pool_size: fc.integer({ min: 1, max: 3 }),
    inflight_window: fc.integer({ min: 1, max: 4 }),
    batch_size: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(steps, options, async (taken, more) => {
      const held = holdTarget()
      const { buffer, clock, metrics, outcomes, send } = arrangeBuffer(held.target, {
        request_ttl: '8s',
        max_buffer_bytes: 700,
        ...more,
      })
      let sent = 0
      for (const [answer, seconds, isReady] of taken) {
        held.become(isReady ? 'ready' : 'wait')
        send(sent++, 'y'.repeat(40))
        held.answer(answer)
        await Promise.resolve()
        clock.advance(seconds * 1000)
        const { queuing, inflight, success, failed, dropped, late_reply: late } = metrics.figures
        expect(queuing + inflight + success + failed + dropped + late).toBe(sent)
      }
      buffer.close()
      while (held.asked > 0) held.answer(ok)
      await new Promise((resolve) => setImmediate(resolve))
      expect(outcomes).toHaveLength(sent)
    }),
    { numRuns: 100 },
  )
})

test('What an exception says is what the row failed with', async () => {
  const outcomes: Outcome[] = []
  const row = new Map([['n', '1']])
  const deliver = async () => Promise.reject(new Error(`cannot render ${encodeJson(row)}`))
  const { buffer } = arrangeBuffer({ state: () => 'ready', deliver })
  buffer.send(row, 'c', (one) => outcomes.push(one))
  await eventually(() => expect(outcomes).toMatchObject([{ kind: 'failed', reason: /cannot render/ }]))
})

test('what is under way is bounded in bytes as well as in number', async () => {
  const held = holdTarget()
  const { metrics, send } = arrangeBuffer(held.target, { max_buffer_bytes: 700, inflight_window: 100 })
  for (const n of [1, 2, 3]) send(n, 'x'.repeat(400))
  await eventually(() => expect(held.batches.flat()).toEqual(['1', '2']))
  expect(metrics.figures).toMatchObject({ inflight: 2, queuing: 1, dropped: 0 })
  held.answer(ok)
  await eventually(() => expect(held.batches.flat()).toEqual(['1', '2', '3']))
})

test.each([
  ['what could not be handed over is tried again', { health_check_interval: '2s' }],
  ['batches are sent', { batch_time: '2s', batch_size: 10, request_ttl: '1h', resume_interval: '30m' }],
])('nothing ticks while nothing waits, where %s from time to time', async (_, options) => {
  const held = holdTarget()
  held.become('wait')
  const { buffer, clock, metrics, send, ticking } = arrangeBuffer(held.target, options)
  expect(ticking.size).toBe(0)
  send(1)
  expect(ticking.size).toBeGreaterThan(0)
  held.become('ready')
  clock.advance(2000)
  expect(metrics.figures).toMatchObject({ queuing: 0, inflight: 1 })
  held.answer({ kind: 'ok' })
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 1 }))
  clock.advance(2000)
  await eventually(() => expect(ticking.size).toBe(0))
  held.become('wait')
  send(2)
  expect(ticking.size).toBeGreaterThan(0)
  buffer.close()
  expect(ticking.size).toBe(0)
  expect(metrics.figures).toMatchObject({ queuing: 0, inflight: 0 })
})

test('rows of one client go one after the other, those of several side by side', () => {
  const held = holdTarget()
  const { send } = arrangeBuffer(held.target, { worker_pool_size: 4, inflight_window: 1 })
  for (const n of [1, 2]) send(n, '', 'a/sensor')
  expect(held.batches).toEqual([['1']])
  for (const letter of 'bcdefgh') send(3, '', `${letter}/sensor`)
  expect(held.asked).toBe(4)
})

test('what waits counts with all that it holds', () => {
  const measureBytes = (value: Term): number => {
    const held = holdTarget()
    held.become('wait')
    const { buffer, metrics } = arrangeBuffer(held.target)
    buffer.send(new Map([['v', value]]), 'c')
    return metrics.figures.queuing_bytes
  }
  const nothing = measureBytes('')
  expect(nothing).toBeGreaterThan(0)
  const more = (value: Term) => measureBytes(value) - nothing
  expect([more('é'.repeat(500)), more(new Uint8Array(1000))]).toEqual([1000, 1000])
  expect(more(1n)).toBeGreaterThan(0)
  expect(more(Array.from({ length: 100 }, () => 'x'.repeat(100)))).toBeGreaterThan(10_000)
  expect(more(new Map([['k'.repeat(600), 'v'.repeat(300)]]))).toBeGreaterThan(900)
  expect(more([new Map([['k', [1.5, true, null]]])])).toBeGreaterThan(more([new Map([['k', [1.5]]])]))
})

test('a single row that was refused for now is tried again although nothing comes after it', async () => {
  const held = holdTarget()
  const { clock, metrics, send } = arrangeBuffer(held.target, { resume_interval: '1s' })
  send(1)
  held.answer(away)
  await eventually(() => {
    clock.advance(1000)
    expect(held.batches.flat()).toEqual(['1', '1'])
  })
  held.answer(ok)
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 1, retried: 1, inflight: 0 }))
})
