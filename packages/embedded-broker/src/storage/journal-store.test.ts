import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { fullDisk } from '../testing/full-disk.ts'
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

/** Returns a record in the format of the first version. */
function firstVersion(json: string): Buffer {
  const payload = Buffer.from(json)
  const head = Buffer.alloc(12)
  head.writeUInt32LE(payload.length, 0)
  head.writeUInt32LE(crc32(head.subarray(0, 4)), 4)
  head.writeUInt32LE(crc32(payload), 8)
  return Buffer.concat([head, payload])
}

async function startOfJournal(): Promise<Buffer> {
  const dir = await newDir()
  const store = await openJournalStore(dir)
  await store.put('users', 'a', 1)
  await store.close()
  return readFile(join(dir, 'state.journal'))
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
    const acknowledged = await readFile(file)
    await apply(store, last)
    const whole = await readFile(file)
    await store.close()
    for (let size = acknowledged.length; size < whole.length; size += 1) {
      const copy = await newDir()
      await writeFile(
        join(copy, 'state.journal'),
        Buffer.concat([acknowledged, whole.subarray(acknowledged.length, size)]),
      )
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

  it('never opens with less than was acknowledged, whatever has become of the file', async () => {
    const dir = await newDir()
    const file = join(dir, 'state.journal')
    const store = await openJournalStore(dir)
    const operations = fc.sample(operation, { numRuns: 30, seed: 11 })
    for (const one of operations) await apply(store, one)
    const bytes = Buffer.alloc(9000, 'body')
    for (const key of ['a', 'b'])
      await store.put('queued', key, {}, { id: 'm', size: 9000, read: () => bytes })
    const all = dump(store)
    await store.close()
    const intact = await readFile(file)
    const damage = fc.record({
      from: fc.nat(intact.length - 1),
      length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(512, 4096, intact.length)),
      fill: fc.oneof(fc.constantFrom(0x00, 0xff), fc.nat(255)),
      isCut: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ from, length, fill, isCut }) => {
        const damaged = isCut
          ? intact.subarray(0, from)
          : Buffer.from(intact).fill(fill, from, Math.min(from + length, intact.length))
        fc.pre(!damaged.equals(intact) && damaged.length >= 20)
        await writeFile(file, damaged)
        const opened = await openJournalStore(dir).catch((reason: unknown) => reason)
        expect(opened).toBeInstanceOf(DamagedStore)
        expect((await readFile(file)).equals(damaged)).toBe(true)
      }),
      { numRuns: 300 },
    )
    await writeFile(file, intact)
    expect(await reopened(dir)).toEqual(all)
  })

  it('takes erased flash at the end of a record for damage, in a journal of the first version too', async () => {
    const first = [
      ['users', 'a', 1],
      ['users', 'b', 2],
    ].map((record) => firstVersion(JSON.stringify(record)))
    for (const start of [Buffer.from('BRKDECK1'), await startOfJournal()]) {
      const dir = await newDir()
      const records = start.length === 8 ? Buffer.concat([start, ...first]) : start
      await writeFile(join(dir, 'state.journal'), Buffer.concat([records, Buffer.alloc(4096, 0xff)]))
      const opened = openJournalStore(dir)
      if (start.length === 8) await expect(opened).rejects.toThrow(/length of a record does not match/)
      // Data after the mark was never acknowledged.
      else await (await opened).close()
    }
  })

  it('reads a journal of the first version and writes it anew', async () => {
    const dir = await newDir()
    const file = join(dir, 'state.journal')
    const records = [
      ['users', 'a', { x: 1 }],
      ['users', 'b', 2],
      ['users', 'b'],
    ].map((record) => firstVersion(JSON.stringify(record)))
    await writeFile(file, Buffer.concat([Buffer.from('BRKDECK1'), ...records, Buffer.from([9, 0])]))
    expect(await reopened(dir)).toEqual([[['a', { x: 1 }]], []])
    expect((await readFile(file)).toString('latin1', 0, 8)).toBe('BRKDECK2')
    expect(await reopened(dir)).toEqual([[['a', { x: 1 }]], []])
  })

  it('keeps bytes that several records hold once, until none holds them', async () => {
    const dir = await newDir()
    const file = join(dir, 'state.journal')
    const store = await openJournalStore(dir)
    const bytes = Buffer.alloc(500_000, 'payload')
    const shared = { id: 'message', size: bytes.length, read: () => bytes }
    for (let n = 0; n < 20; n += 1) await store.put('queued', String(n), { n }, shared)
    expect((await stat(file)).size).toBeLessThan(600_000)
    expect(store.shared('queued', '19')?.read().equals(bytes)).toBe(true)
    await store.close()
    const again = await openJournalStore(dir)
    expect(again.shared('queued', '7')?.read().equals(bytes)).toBe(true)
    for (let n = 1; n < 20; n += 1) await again.remove('queued', String(n))
    const other = { id: 'other', size: bytes.length, read: () => bytes }
    for (let n = 0; n < 10; n += 1) {
      await again.put('queued', 'x', { n }, { ...other, id: `other ${n}` })
      expect((await stat(file)).size).toBeLessThan(3_000_000)
    }
    expect(again.shared('queued', '0')?.read().equals(bytes)).toBe(true)
    await again.remove('queued', '0')
    expect(again.shared('queued', '0')).toBeUndefined()
    await again.close()
    const last = await openJournalStore(dir)
    expect(last.all('queued')).toEqual(new Map([['x', { n: 9 }]]))
    expect(last.shared('queued', 'x')?.read().equals(bytes)).toBe(true)
    await last.close()
  })

  it('refuses what the disk refuses, is what it was before, and goes on when there is room', async () => {
    const dir = await newDir()
    const disk = fullDisk()
    const store = await openJournalStore(dir, disk)
    await store.put('users', 'a', 1)
    const refused: string[] = []
    const health: (string | undefined)[] = []
    store.onRefused('users', (keys) => refused.push(...keys, String(store.get('users', 'a'))))
    store.onHealth((failure) => health.push(failure?.message))
    disk.isFull = true
    const writes = [store.put('users', 'a', 2), store.put('users', 'b', 3), store.remove('users', 'a')]
    for (const one of await Promise.allSettled(writes)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'FailedStore' } })
    }
    expect(refused).toEqual(['a', 'b', '1'])
    expect(dump(store)).toEqual([[['a', 1]], []])
    await expect(store.probe()).rejects.toThrow(/no space left on device/)
    disk.isFull = false
    await store.probe()
    expect(health).toEqual([expect.stringContaining('no space left'), undefined])
    await store.put('users', 'c', 4)
    await store.close()
    expect(await reopened(dir)).toEqual([
      [
        ['a', 1],
        ['c', 4],
      ],
      [],
    ])
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
