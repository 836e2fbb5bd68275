// breaks: timed-tests, timed-tests, timed-tests, timed-tests
import { expect, test, vi } from 'vitest'

test('measures', () => {
  const began = performance.now()
  expect(performance.now() - began).toBeLessThan(1_000)
  const tookMs = Date.now() - began
  expect(tookMs).toBeLessThanOrEqual(100)
})

test('gives up', async () => {
  await vi.waitFor(() => expect(1).toBe(1), 2_000)
  await vi.waitFor(() => expect(1).toBe(1), { timeout: 1_000 })
})

// None of these is a limit of the test, or too short a one.
test('asks', async () => {
  const options = { timeout: 50 }
  await vi.waitFor(() => expect(options.timeout).toBe(50), { timeout: 20_000 })
  expect(Date.now()).toBeGreaterThan(0)
  expect([1, 2]).toHaveLength(2)
})
