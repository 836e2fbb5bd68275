import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { QuietCollector } from './collect-when-quiet.ts'

const readUsed = () => getHeapStatistics().used_heap_size

/** Collects the garbage of other tests of this process, which would otherwise be collected and counted in between. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This engine cannot be asked to collect')
  collect()
}

/** Creates about a hundred megabytes of lists. */
const makeLists = () =>
  Array.from({ length: 100 }, (_, at) => Array.from({ length: 20_000 }, (_, n) => ({ at, n })))

it('collects what a burst has left once it is quiet', () => {
  collectAll()
  // The size limit is infinite, because the heap of the test process may have any size.
  const collector = new QuietCollector(Number.POSITIVE_INFINITY)
  collector.look()
  collector.look()
  // The lists are held until the checks, because the engine would collect a part of them by itself.
  const held = [makeLists()]
  const before = readUsed()
  // The heap has grown since the last check, so the process is not idle.
  collector.look()
  held.pop()
  expect(readUsed()).toBeGreaterThan(before - 10_000_000)
  collector.look()
  expect(readUsed()).toBeLessThan(before - 40_000_000)
})
