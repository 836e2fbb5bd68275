import { expect, test } from 'vitest'
import { runInSlices, runThrough, type SlicedWork } from './run-in-slices.ts'

/** Blocks for about `ms` milliseconds at each step. */
function* busy(steps: number, ms = 0): SlicedWork<number> {
  for (let step = 0; step < steps; step += 1) {
    for (const end = performance.now() + ms; performance.now() < end; );
    yield
  }
  return steps
}

test('comes to the same, at once or in slices', async () => {
  expect(runThrough(busy(5))).toBe(5)
  expect(await runInSlices(busy(5), new AbortController().signal)).toBe(5)
})

test('others have their turn in between', async () => {
  const seen: string[] = []
  const work = runInSlices(busy(30, 1), new AbortController().signal).then(() => seen.push('work'))
  setTimeout(() => seen.push('other'))
  await work
  expect(seen).toEqual(['other', 'work'])
})

test('ends without a result when it is no longer wanted', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort())
  expect(await runInSlices(busy(1_000_000, 1), stop.signal)).toBeUndefined()
})
