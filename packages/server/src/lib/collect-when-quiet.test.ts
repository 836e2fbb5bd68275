import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { QuietCollector } from './collect-when-quiet.ts'

const readUsed = () => getHeapStatistics().used_heap_size

/** What other tests of this process have left would be collected in between, and be counted. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This engine cannot be asked to collect')
  collect()
}

/** About a hundred megabytes. */
const makeLists = () =>
  Array.from({ length: 100 }, (_, at) => Array.from({ length: 20_000 }, (_, n) => ({ at, n })))

it('collects what a burst has left once it is quiet', () => {
  collectAll()
  // The heap of whoever tests is as large as it is.
  const collector = new QuietCollector(Number.POSITIVE_INFINITY)
  collector.look()
  collector.look()
  // They are held until the looks, because the engine would collect a part by itself.
  const held = [makeLists()]
  const before = readUsed()
  // It has grown since the last look: somebody is at work.
  collector.look()
  held.pop()
  expect(readUsed()).toBeGreaterThan(before - 10_000_000)
  collector.look()
  expect(readUsed()).toBeLessThan(before - 40_000_000)
})
