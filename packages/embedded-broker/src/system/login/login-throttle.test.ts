import { expect, test } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { LoginThrottle } from './login-throttle.ts'

test('keeps nobody in line for longer than a browser waits, but says when there is a turn', async () => {
  const clock = manualClock()
  const goOn: (() => void)[] = []
  const isOver = new Promise<void>((resolve) => goOn.push(resolve))
  let isSlow = false
  const throttle = new LoginThrottle({ ...clock, wait: (time) => (isSlow ? isOver : clock.wait(time)) })
  const attempt = (isRight: boolean, ip = '10.0.0.1') => throttle.attempt('admin', ip, async () => isRight)
  for (let time = 0; time < 9; time += 1) expect(await attempt(false)).toBe(false)

  isSlow = true
  const waiting = attempt(false)
  clock.advance(3000)
  await expect(attempt(true)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  expect(await attempt(true, '10.0.0.2')).toBe(true)
  clock.advance(7000)
  const next = attempt(true)
  for (const one of goOn) one()
  expect(await waiting).toBe(false)
  expect(await next).toBe(true)
})

const wrong = async () => false

/** Sends as many wrong passwords as are allowed without waiting. */
async function failFreely(throttle: LoginThrottle, username = 'admin', ip = '10.0.0.1'): Promise<void> {
  for (let time = 0; time < 3; time += 1) await throttle.attempt(username, ip, wrong)
}

test('slows down one name from one address, and no other', async () => {
  const clock = manualClock()
  const throttle = new LoginThrottle(clock)
  await failFreely(throttle)
  await failFreely(throttle, 'ada')
  await failFreely(throttle, 'admin', '10.0.0.2')
  expect(clock.waits).toEqual([])
  await throttle.attempt('admin', '10.0.0.1', wrong)
  expect(clock.waits).toEqual([500])
})

test('takes names that only their far end tells apart for one', async () => {
  const clock = manualClock()
  const throttle = new LoginThrottle(clock)
  for (const end of ['a', 'b', 'c', 'd'])
    await throttle.attempt(`${'x'.repeat(256)}${end}`, '10.0.0.1', wrong)
  expect(clock.waits).toEqual([500])
})

test('forgets the failures after a quarter of an hour without an attempt, and not before', async () => {
  const clock = manualClock()
  const throttle = new LoginThrottle(clock)
  const quarter = 15 * 60_000
  await failFreely(throttle)
  clock.advance(quarter)
  await throttle.attempt('admin', '10.0.0.1', wrong)
  clock.advance(quarter)
  await throttle.attempt('admin', '10.0.0.1', wrong)
  expect(clock.waits).toEqual([500, 1000])
  clock.advance(quarter + 1)
  await failFreely(throttle)
  expect(clock.waits).toHaveLength(2)
})

test('goes on with the next in line when a check breaks, and counts nothing that was not looked at', async () => {
  const clock = manualClock()
  const throttle = new LoginThrottle(clock)
  await throttle.attempt('admin', '10.0.0.1', wrong)
  const broken = throttle.attempt('admin', '10.0.0.1', () => Promise.reject(new Error('the store is closed')))
  const next = throttle.attempt('admin', '10.0.0.1', wrong)
  await expect(broken).rejects.toThrow('the store is closed')
  expect(await next).toBe(false)
  await throttle.attempt('admin', '10.0.0.1', wrong)
  expect(clock.waits).toEqual([])
  await throttle.attempt('admin', '10.0.0.1', wrong)
  expect(clock.waits).toEqual([500])
})

test('remembers so many, and forgets who was quiet for longest', async () => {
  const clock = manualClock()
  const throttle = new LoginThrottle(clock)
  await failFreely(throttle)
  await failFreely(throttle, 'quiet')
  const strangers = Array.from({ length: 9_998 }, (_, at) => `stranger${at}`)
  for (const name of strangers) await throttle.attempt(name, '10.0.0.1', wrong)
  await throttle.attempt('admin', '10.0.0.1', wrong)
  expect(clock.waits).toEqual([500])
  await throttle.attempt('one more', '10.0.0.1', wrong)
  await throttle.attempt('admin', '10.0.0.1', wrong)
  expect(clock.waits).toEqual([500, 1000])
  await failFreely(throttle, 'quiet')
  expect(clock.waits).toHaveLength(2)
})

/**
 * Sends simultaneous attempts to a throttle in which waiting takes no time, and returns the refused and the running
 * attempts.
 */
async function crowd(count: number, failuresBefore: number) {
  const clock = manualClock()
  let isStill = false
  const throttle = new LoginThrottle({
    ...clock,
    wait: (time) => (isStill ? new Promise<void>(() => undefined) : clock.wait(time)),
  })
  for (let time = 0; time < failuresBefore; time += 1) await throttle.attempt('admin', '10.0.0.1', wrong)
  isStill = true
  let running = 0
  const check = () => {
    running += 1
    return new Promise<boolean>(() => undefined)
  }
  const refused: unknown[] = []
  for (let at = 0; at < count; at += 1)
    throttle.attempt('admin', '10.0.0.1', check).catch((error) => refused.push([at, error]))
  await new Promise(setImmediate)
  return { refused, running }
}

test('lets nobody into a line that is longer than a browser waits, and nobody past it', async () => {
  // The attempts would run after 0.5, 1.5, 3.5, 7.5 and 15.5 s.
  const behind = await crowd(5, 3)
  expect(behind).toMatchObject({
    refused: [[4, { status: 429, headers: { 'retry-after': '8' } }]],
    running: 0,
  })
  // No wait in this queue is long, but five attempts are waiting.
  const full = await crowd(6, 0)
  expect(full).toMatchObject({ refused: [[5, { status: 429, headers: { 'retry-after': '2' } }]], running: 1 })
})
