import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { QuietCollector } from './collect-when-quiet.ts'

const readUsed = () => getHeapStatistics().used_heap_size

/** Of about a hundred megabytes, which are nobody's once it returns. */
function makeGarbage(): number {
  const lists = Array.from({ length: 100 }, (_, at) => Array.from({ length: 20_000 }, (_, n) => ({ at, n })))
  return lists.length
}

it('collects what a burst has left once it is quiet', () => {
  // The heap of whoever tests is as large as it is.
  const collector = new QuietCollector(Number.POSITIVE_INFINITY)
  collector.look()
  collector.look()
  makeGarbage()
  const before = readUsed()
  // It has grown since the last look: somebody is at work.
  collector.look()
  expect(readUsed()).toBeGreaterThan(before - 10_000_000)
  collector.look()
  expect(readUsed()).toBeLessThan(before - 40_000_000)
})
