import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeAuditPath } from '#testing/audited-app.ts'
import { failingDisk } from '#testing/failing-disk.ts'
import { AuditFile } from './audit-file.ts'

async function open(path: string, files = failingDisk()) {
  const file = await AuditFile.open({ path, maxBytes: 30, keep: 2 }, files)
  onTestFinished(() => file.close())
  return file
}

const line = (text: string) => Buffer.from(`${text.padEnd(9, '.')}\n`)
const readTexts = async (path: string) => {
  const names = (await readdir(dirname(path))).toSorted()
  return Promise.all(names.map(async (name) => [name, await readFile(`${dirname(path)}/${name}`, 'utf8')]))
}

it('puts a full file aside, keeps as many as it is told, and lets only its owner read them', async () => {
  const path = await makeAuditPath()
  const file = await open(path)
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) await file.write(line(text))
  const name = basename(path)
  expect(await readTexts(path)).toEqual([
    [name, 'j........\n'],
    [`${name}.1`, 'g........\nh........\ni........\n'],
    [`${name}.2`, 'd........\ne........\nf........\n'],
  ])
  for (const suffix of ['', '.1', '.2']) expect((await stat(`${path}${suffix}`)).mode & 0o777).toBe(0o600)
})

it('goes on where it was after a restart, and ends a line that was torn', async () => {
  const path = await makeAuditPath()
  await writeFile(path, 'whole....\ntor')
  await (await open(path)).write(line('next'))
  expect(await readFile(path, 'utf8')).toBe('whole....\ntor\nnext.....\n')
  await (await open(path)).write(line('x'))
  expect(await readFile(path, 'utf8')).toBe('x........\n')
})

it('follows when the file is moved or removed, and fails while its folder is gone', async () => {
  const path = await makeAuditPath()
  const file = await open(path)
  await file.write(line('a'))
  await rename(path, `${path}.moved`)
  await file.write(line('b'))
  expect(await readFile(path, 'utf8')).toBe('b........\n')
  expect(await readFile(`${path}.moved`, 'utf8')).toBe('a........\n')
  await rm(dirname(path), { recursive: true })
  await expect(file.write(line('c'))).rejects.toThrow('ENOENT')
})

it('leaves nothing of a write that failed in the middle', async () => {
  const path = await makeAuditPath()
  const disk = failingDisk()
  const file = await open(path, disk)
  await file.write(line('a'))
  disk.isFull = true
  await expect(file.write(line('b'))).rejects.toThrow('ENOSPC')
  expect(await readFile(path, 'utf8')).toBe('a........\n')
  disk.canTruncate = false
  await expect(file.write(line('c'))).rejects.toThrow('ENOSPC')
  disk.isFull = false
  await file.write(line('d'))
  expect(await readFile(path, 'utf8')).toBe('a........\nc....\nd........\n')
})

it('is no folder, device or pipe', async () => {
  const path = await makeAuditPath()
  await expect(open(dirname(path))).rejects.toThrow('EISDIR')
  await expect(open('/dev/null')).rejects.toThrow('no regular file')
})
