import { expect, test } from 'vitest'
import { type BulkProgress, runBulk } from './run-bulk.ts'

const items = Array.from({ length: 10 }, (_, index) => index)

test('does all, never more at a time than allowed, and counts', async () => {
  let running = 0
  let most = 0
  const seen: BulkProgress<number>[] = []
  const outcome = await runBulk({
    items,
    concurrency: 3,
    signal: new AbortController().signal,
    onProgress: (progress) => seen.push(progress),
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
    },
  })
  expect(most).toBe(3)
  expect([...outcome.done].sort((a, b) => a - b)).toEqual(items)
  expect(seen.at(-1)).toEqual({ total: 10, done: 10, failures: [] })
})

test('one failure does not stop the others and is kept with its reason', async () => {
  const outcome = await runBulk({
    items,
    signal: new AbortController().signal,
    run: (item) => (item === 4 ? Promise.reject(new Error('gone')) : Promise.resolve()),
  })
  expect(outcome.done).toHaveLength(9)
  expect(outcome.failed).toEqual([{ item: 4, error: new Error('gone') }])
})

test('after an abort nothing more is begun', async () => {
  const controller = new AbortController()
  const begun: number[] = []
  const outcome = await runBulk({
    items,
    concurrency: 1,
    signal: controller.signal,
    run: (item) => {
      begun.push(item)
      if (item === 2) controller.abort()
      return Promise.resolve()
    },
  })
  expect(begun).toEqual([0, 1, 2])
  expect(outcome.skipped).toEqual([3, 4, 5, 6, 7, 8, 9])
})
