import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmbeddedBroker } from '../embedded-broker.ts'
import { openJournalStore } from './journal-store.ts'

test('a record of another version stops the start by name and stays as it is', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-records-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const store = await openJournalStore(dir)
  await store.put('users', 'operator', { password: 'of another version' })
  await store.close()
  const contents = async () => {
    const files = (await readdir(dir)).filter((name) => !name.endsWith('lock'))
    return await Promise.all(files.map((name) => readFile(join(dir, name), 'latin1')))
  }
  const before = await contents()
  await expect(createEmbeddedBroker({ dataDir: dir, listen: false })).rejects.toThrow(
    /stored users record "operator" cannot be read/,
  )
  expect(await contents()).toEqual(before)
  const again = await openJournalStore(dir)
  expect(again.all('users').get('operator')).toEqual({ password: 'of another version' })
  await again.close()
})
