import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { openJournalStore } from './journal-store.ts'

/** More than this no single read returns. */
const oneRead = 0x8000_0000

/** A record as the first version wrote it. */
function firstVersion(record: readonly unknown[]): Buffer {
  const payload = Buffer.from(JSON.stringify(record))
  const head = Buffer.alloc(12)
  head.writeUInt32LE(payload.length, 0)
  head.writeUInt32LE(crc32(head.subarray(0, 4)), 4)
  head.writeUInt32LE(crc32(payload), 8)
  return Buffer.concat([head, payload])
}

it('opens a journal of the first version that is larger than one read', { timeout: 120_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-journal-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const path = join(dir, 'state.journal')
  const file = await open(path, 'w')
  await file.write(Buffer.from('BRKDECK1'))
  const large = firstVersion(['users', 'large', 'x'.repeat(128 * 1_048_576)])
  for (let written = 0; written <= oneRead; written += large.length) await file.write(large)
  await file.write(firstVersion(['users', 'large']))
  await file.write(firstVersion(['users', 'last', 1]))
  await file.close()
  expect((await stat(path)).size).toBeGreaterThan(oneRead)

  const store = await openJournalStore(dir)
  expect(store.all('users')).toEqual(new Map([['last', 1]]))
  await store.close()
  expect((await stat(path)).size).toBeLessThan(1000)
})
