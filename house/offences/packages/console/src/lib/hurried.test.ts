// breaks: timed-tests, timed-tests, timed-tests, timed-tests, timed-tests, timed-tests, timed-tests, timed-tests, timed-tests, timed-tests, timed-tests
import { expect, test, vi } from 'vitest'

test('measures', () => {
  const began = performance.now()
  expect(performance.now() - began).toBeLessThan(1_000)
  const tookMs = Date.now() - began
  expect(tookMs).toBeLessThanOrEqual(100)
  expect(tookMs).toBeGreaterThan(50)
  const measured = { afterMs: performance.now() - began }
  const { afterMs } = measured
  expect(afterMs).toBeCloseTo(100)
})

test('gives up', async () => {
  await vi.waitFor(() => expect(1).toBe(1), 2_000)
  await vi.waitFor(() => expect(1).toBe(1), { timeout: 1_000 })
  await expect.poll(() => 1, { timeout: 500 }).toBe(1)
  await expect(async () => expect(1).toBe(1)).toPass({ timeout: 500 })
  await fetch('/', { signal: AbortSignal.timeout(500) })
})

test('gives up as a whole', { timeout: 1_000 }, () => undefined)

test.each([1])('gives up as a whole: %i', () => undefined, 1_000)

// The rule does not report these numbers: they are no limits of the test, or limits that are long enough.
test('asks', { timeout: 20_000 }, async () => {
  const options = { timeout: 50 }
  await vi.waitFor(() => expect(options.timeout).toBe(50), { timeout: 20_000 })
  expect(Date.now()).toBeGreaterThan(0)
  expect([1, 2]).toHaveLength(2)
  const ask = vi.fn((_method: string, body: object) => [body])
  expect(ask('PUT', { timeout: 10 })).toContainEqual({ timeout: 10 })
  expect(ask).toHaveBeenCalledWith('PUT', { timeout: 10 })
  expect({ settings: options }).toHaveProperty('settings', { timeout: 50 })
  let now = 0
  const clock = { now: () => now++ }
  const injectedMs = clock.now() - now
  expect(injectedMs).toBeLessThan(1_000)
})
