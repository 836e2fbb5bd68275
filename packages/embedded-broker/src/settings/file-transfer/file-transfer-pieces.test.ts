import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connect, download, list, send, sha256, start, upload } from './testing/uploads.ts'

it.each(['in memory', 'on a disk'])('keeps what it took when an end is refused (%s)', async (place) => {
  const dataDir = place === 'in memory' ? undefined : await mkdtemp(join(tmpdir(), 'brokerdeck-files-'))
  if (dataDir !== undefined) onTestFinished(() => rm(dataDir, { recursive: true }))
  const broker = await start(dataDir === undefined ? {} : { dataDir })
  const client = await connect(broker)
  await send(client, '$file/f/init', '{"name":"f"}')
  await send(client, '$file/f/0', 'hello')
  await send(client, '$file/f/5', 'world')
  expect(await send(client, `$file/f/fin/5/${sha256(Buffer.from('other'))}`)).toBe(0x80)
  expect(await send(client, '$file/f/fin/10')).toBe(0)
  const { files } = await list(broker)
  expect((await download(broker, files[0]?.uri)).body).toBe('helloworld')
  // Data after the requested end no longer takes space.
  await send(client, '$file/g/init', '{"name":"g"}')
  await send(client, '$file/g/0', 'hello')
  await send(client, '$file/g/5', 'w'.repeat(100_000))
  expect(await send(client, '$file/g/fin/5')).toBe(0)
  if (dataDir === undefined) return
  const names = await readdir(join(dataDir, 'file_transfer'))
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(dataDir, 'file_transfer', name))).size),
  )
  expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 10])
})

it('lets pieces overlap where they agree, and refuses one that would change another', async () => {
  const broker = await start()
  const client = await connect(broker)
  await send(client, '$file/f/init', '{"name":"f"}')
  await send(client, '$file/f/0', 'hello')
  await send(client, '$file/f/5', 'world')
  expect(await send(client, '$file/f/3', 'XXXX')).toBe(0x80)
  expect(await send(client, '$file/f/3', 'lowo')).toBe(0)
  expect(await send(client, '$file/f/0', 'hello')).toBe(0)
  expect(await send(client, '$file/f/fin/10')).toBe(0)
  const { files } = await list(broker)
  expect((await download(broker, files[0]?.uri)).body).toBe('helloworld')
})

it('lets no client take the transfers of all others', async () => {
  const broker = await start()
  const greedy = await connect(broker, 'greedy')
  const codes: (number | undefined)[] = []
  for (let at = 0; at < 60; at++) codes.push(await send(greedy, `$file/f${at}/init`, '{"name":"f"}'))
  expect(codes.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 0))
  expect(codes.slice(50)).toEqual(Array.from({ length: 10 }, () => 0x80))
  await upload(await connect(broker), 'f')
})

it('asks for all of the pieces, and for the bytes that were promised', async () => {
  const broker = await start()
  const client = await connect(broker)
  await send(client, '$file/f/init', JSON.stringify({ name: 'f', checksum: sha256(Buffer.from('other')) }))
  await send(client, '$file/f/2', 'llo')
  expect(await send(client, '$file/f/fin/5')).toBe(0x80)
  await send(client, '$file/f/0', 'he')
  expect(await send(client, '$file/f/fin/5')).toBe(0x80)
  expect(await send(client, '$file/f/init', JSON.stringify({ name: 'g' }))).toBe(0x80)
  expect(await send(client, '$file/f/abort')).toBe(0)
  await upload(client, 'f')
  expect((await list(broker)).files).toMatchObject([{ name: 'f', size: 5 }])
})
