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

it('opens a journal of the first version that is larger than one read, and looks at all of it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-journal-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const path = join(dir, 'state.journal')
  const file = await open(path, 'w')
  const records = Buffer.concat([Buffer.from('BRKDECK1'), firstVersion(['users', 'a', 1])])
  await file.write(records)
  // A hole takes no room on the disk, and is what a power cut leaves of room that was asked for in advance.
  const last = oneRead + 1_000_000
  await file.write(Buffer.from([1]), 0, 1, last)
  const damage = 'the length of a record does not match its checksum'
  await expect(openJournalStore(dir)).rejects.toThrow(damage)
  expect((await stat(path)).size).toBe(last + 1)

  await file.write(Buffer.from([0]), 0, 1, last)
  await file.close()
  const store = await openJournalStore(dir)
  expect(store.all('users')).toEqual(new Map([['a', 1]]))
  await store.close()
  expect((await stat(path)).size).toBeLessThan(1000)
})
