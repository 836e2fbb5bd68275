import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { openJournalStore } from './journal-store.ts'
import { memoryStore } from './memory-store.ts'
import type { Store } from './store.ts'
import { DamagedStore, LockedStore } from './store-errors.ts'

const dirs: string[] = []

async function newDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-store-'))
  dirs.push(dir)
  return dir
}

afterEach(async () => {
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true, force: true })
})

const operation = fc.record({
  kind: fc.constantFrom('users', 'banned'),
  key: fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.string({ unit: 'binary' })),
  value: fc.option(fc.jsonValue(), { nil: undefined }),
})
type Operation = { kind: string; key: string; value: unknown }

const apply = (store: Store, { kind, key, value }: Operation) =>
  value === undefined ? store.remove(kind, key) : store.put(kind, key, value)

const dump = (store: Store) => ['users', 'banned'].map((kind) => [...store.all(kind)])

async function afterOperations(operations: readonly Operation[]): Promise<unknown> {
  const store = memoryStore()
  for (const one of operations) await apply(store, one)
  return dump(store)
}

async function reopened(dir: string): Promise<unknown> {
  const store = await openJournalStore(dir)
  const content = dump(store)
  await store.close()
  return content
}

describe('openJournalStore', { timeout: 30_000 }, () => {
  it('keeps what was put and forgets what was removed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
        const dir = await newDir()
        const store = await openJournalStore(dir)
        await Promise.all(operations.map((one) => apply(store, one)))
        expect(dump(store)).toEqual(await afterOperations(operations))
        await store.close()
        expect(await reopened(dir)).toEqual(await afterOperations(operations))
      }),
      { numRuns: 40 },
    )
  })

  it('keeps everything acknowledged however much of the last record is missing', async () => {
    const operations = fc.sample(operation, { numRuns: 6, seed: 7 })
    const last: Operation = { kind: 'users', key: 'last', value: 'not acknowledged' }
    const dir = await newDir()
    const file = join(dir, 'state.journal')
    const store = await openJournalStore(dir)
    for (const one of operations) await apply(store, one)
    const acknowledged = (await readFile(file)).length
    await apply(store, last)
    const whole = (await readFile(file)).length
    await store.close()
    for (let size = acknowledged; size < whole; size += 1) {
      const copy = await newDir()
      await cp(dir, copy, { recursive: true })
      await truncate(join(copy, 'state.journal'), size)
      expect(await reopened(copy)).toEqual(await afterOperations(operations))
      const again = await openJournalStore(copy)
      await apply(again, last)
      await again.close()
      expect(await reopened(copy)).toEqual(await afterOperations([...operations, last]))
    }
  })

  it('takes zeros after the last record for the write that a power cut left behind', async () => {
    const dir = await newDir()
    const store = await openJournalStore(dir)
    await store.put('users', 'a', 1)
    await store.close()
    await writeFile(join(dir, 'state.journal'), Buffer.alloc(500), { flag: 'a' })
    expect(await reopened(dir)).toEqual([[['a', 1]], []])
  })

  it('names the file and the place of any other damage and leaves everything as it is', async () => {
    const dir = await newDir()
    const file = join(dir, 'state.journal')
    const store = await openJournalStore(dir)
    for (const key of ['a', 'b', 'c']) await store.put('users', key, { key })
    await store.close()
    const intact = await readFile(file)
    for (let place = 0; place < intact.length; place += 1) {
      const damaged = Buffer.from(intact)
      damaged[place] = (intact[place] ?? 0) ^ 0x10
      await writeFile(file, damaged)
      const error = await openJournalStore(dir).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(DamagedStore)
      expect(error).toMatchObject({ file, message: expect.stringContaining(file) })
      expect((await readFile(file)).equals(damaged)).toBe(true)
      expect(await readdir(dir)).toEqual(['state.journal'])
    }
  })

  it('rewrites itself shorter without losing anything', async () => {
    const dir = await newDir()
    const store = await openJournalStore(dir)
    await store.put('users', 'kept', 'x')
    const big = 'x'.repeat(200_000)
    for (let turn = 0; turn < 20; turn += 1) await store.put('banned', 'changed', `${turn}${big}`)
    const size = (await readFile(join(dir, 'state.journal'))).length
    expect(size).toBeLessThan(3_000_000)
    await store.put('users', 'after', 'y')
    await store.close()
    expect(await reopened(dir)).toEqual([
      [
        ['kept', 'x'],
        ['after', 'y'],
      ],
      [['changed', `19${big}`]],
    ])
  })

  it('admits one process and takes over the lock of a dead one', async () => {
    const dir = await newDir()
    const store = await openJournalStore(dir)
    await expect(openJournalStore(dir)).rejects.toBeInstanceOf(LockedStore)
    await store.close()
    await writeFile(join(dir, 'lock'), JSON.stringify({ pid: 1, startedAt: null }))
    await expect(openJournalStore(dir)).rejects.toBeInstanceOf(LockedStore)
    await writeFile(join(dir, 'lock'), JSON.stringify({ pid: 2 ** 30, startedAt: '1' }))
    await (await openJournalStore(dir)).close()
  })
})
