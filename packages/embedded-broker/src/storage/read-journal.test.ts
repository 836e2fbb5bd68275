import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { openJournalStore } from './journal-store.ts'

/** The maximum number of bytes that a single read returns. */
const oneRead = 0x8000_0000

/** Returns a record in the format of the first version. */
function firstVersion(record: readonly unknown[]): Buffer {
  const payload = Buffer.from(JSON.stringify(record))
  const head = Buffer.alloc(12)
  head.writeUInt32LE(payload.length, 0)
  head.writeUInt32LE(crc32(head.subarray(0, 4)), 4)
  head.writeUInt32LE(crc32(payload), 8)
  return Buffer.concat([head, payload])
}

it('opens a journal of the first version that is larger than one read, and looks at all of it', async () => {
  const dir = await newDir()
  const path = join(dir, 'state.journal')
  const file = await open(path, 'w')
  const records = Buffer.concat([Buffer.from('BRKDECK1'), firstVersion(['users', 'a', 1])])
  await file.write(records)
  // A hole takes no space on the disk; a power failure leaves such a hole in space that was reserved in advance.
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

async function newDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-journal-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Returns the content of a folder with a journal of these bytes. */
async function opened(bytes: Buffer) {
  const dir = await newDir()
  await writeFile(join(dir, 'state.journal'), bytes)
  const store = await openJournalStore(dir)
  const content = [...store.all('users')]
  await store.close()
  return content
}

it('opens a journal of the first version of which the last record is not whole', async () => {
  const whole = Buffer.concat([Buffer.from('BRKDECK1'), firstVersion(['users', 'a', 1])])
  const last = firstVersion(['users', 'b', 2])
  for (let size = 0; size < last.length; size += 1)
    expect(await opened(Buffer.concat([whole, last.subarray(0, size)]))).toEqual([['a', 1]])
  expect(await opened(Buffer.concat([whole, last]))).toHaveLength(2)
})

it('reads records that lie across its pieces of the file', async () => {
  const dir = await newDir()
  const store = await openJournalStore(dir)
  const long = (letter: string) => letter.repeat(900_001)
  const letters = [...'abcdefghijk']
  for (const letter of letters) await store.put('users', letter, long(letter))
  await store.close()
  const again = await openJournalStore(dir)
  expect([...again.all('users')].every(([key, value]) => value === long(key))).toBe(true)
  expect([...again.keys('users')]).toEqual(letters)
  await again.close()
})

it('opens what was never written to the end of its head, and nothing that ends there', async () => {
  const dir = await newDir()
  const store = await openJournalStore(dir)
  await store.put('users', 'a', 1)
  await store.close()
  const bytes = await readFile(join(dir, 'state.journal'))
  for (const size of [0, 1, 8, 19]) expect(await opened(bytes.subarray(0, size))).toEqual([])
  await expect(opened(bytes.subarray(0, 20))).rejects.toThrow('bytes that had been acknowledged are missing')
})
