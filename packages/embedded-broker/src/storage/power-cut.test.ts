import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { ForgetfulDisk } from '../testing/forgetful-disk.ts'
import { openJournalStore } from './journal-store.ts'
import type { Store } from './store.ts'

/** Long values make the journal rewrite itself in a shorter form. */
const operation = fc.record({
  key: fc.constantFrom('a', 'b'),
  size: fc.option(fc.constantFrom(1, 2, 700, 600_000, 1_300_000), { freq: 6 }),
})
type Operation = { key: string; size: number | null }

/** All writes of one tick share an fsync. */
const life = fc.record({
  ticks: fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
  calls: fc.nat(45),
  ending: fc.constantFrom('power', 'power', 'kill'),
  shares: fc.array(fc.constantFrom(0, 0.4, 1), { minLength: 7, maxLength: 7 }),
})

/**
 * The process is killed before the first write was synced; then the power fails, and only the mark of the next start
 * reached the disk.
 */
const markedAfterKill: (typeof life extends fc.Arbitrary<infer Life> ? Life : never)[] = [
  { ticks: [[{ key: 'a', size: 1 }]], calls: 8, ending: 'kill', shares: [1] },
  { ticks: [[{ key: 'a', size: 2 }]], calls: 3, ending: 'power', shares: [1, 0, 1, 1, 1, 1] },
]

const apply = (store: Store, { key, size }: Operation) =>
  size === null ? store.remove('users', key) : store.put('users', key, 'x'.repeat(size))

/** Returns the size of each value by its key. */
const content = (store: Store) =>
  Object.fromEntries([...store.all('users')].map(([key, value]) => [key, String(value).length]))

function contentsAfterEach(start: Readonly<Record<string, number>>, operations: readonly Operation[]) {
  const contents = [start]
  for (const { key, size } of operations) {
    const { [key]: _, ...others } = contents.at(-1) ?? {}
    contents.push(size === null ? others : { ...others, [key]: size })
  }
  return contents
}

it('has everything it acknowledged after a power cut at any call, whatever else reached the disk', async () => {
  const home = await mkdtemp(join(tmpdir(), 'brokerdeck-power-'))
  onTestFinished(() => rm(home, { recursive: true }))
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
      const disk = new ForgetfulDisk()
      let dir = await mkdtemp(join(home, 'life-'))
      let start: Readonly<Record<string, number>> = {}
      for (const { ticks, calls, ending, shares } of lives) {
        let acknowledged = 0
        const live = async () => {
          const store = await openJournalStore(dir, disk)
          for (const tick of ticks)
            await Promise.all(tick.map((one) => apply(store, one).then(() => (acknowledged += 1))))
        }
        await Promise.race([disk.stopAfter(calls), live()])
        // A store that acknowledges without waiting for the disk would have done so after two turns of the event
        // loop.
        for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        dir = await mkdtemp(join(home, 'life-'))
        let asked = 0
        if (ending === 'kill') await disk.restart(dir)
        else await disk.losePower(dir, () => shares[asked++ % shares.length] ?? 0)
        const store = await openJournalStore(dir, disk)
        const found = content(store)
        await store.close()
        expect(contentsAfterEach(start, ticks.flat()).slice(acknowledged)).toContainEqual(found)
        start = found
      }
    }),
    { numRuns: 100, examples: [[markedAfterKill]] },
  )
}, 300_000)
