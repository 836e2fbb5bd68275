import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type TraceBytes, traceInFile, traceInMemory } from './trace-bytes.ts'
import { TraceLog } from './trace-log.ts'

const failures: unknown[] = []

function open(bytes: TraceBytes, limit = 100, size = 0): TraceLog {
  failures.length = 0
  const onFailure = (error: unknown) => failures.push(error)
  return new TraceLog({ bytes, size, changedAt: 1, now: () => 2, limit, lastLine: () => 'full\n', onFailure })
}

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'trace-log-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('what is written can be read at once, from anywhere', async () => {
  const directory = await temporary()
  for (const bytes of [traceInMemory(), traceInFile(join(directory, 'deep', 'a.log'))]) {
    const log = open(bytes)
    expect({ size: log.size, changedAt: log.changedAt }).toEqual({ size: 0, changedAt: 1 })
    log.write('one\n')
    log.write('two\n')
    expect({ size: log.size, changedAt: log.changedAt }).toEqual({ size: 8, changedAt: 2 })
    expect(String(await log.read(0, 100))).toBe('one\ntwo\n')
    expect(String(await log.read(4, 2))).toBe('tw')
    expect(String(await log.read(9, 2))).toBe('')
  }
  expect(await readFile(join(directory, 'deep', 'a.log'), 'utf8')).toBe('one\ntwo\n')
})

test('a full log says so in its last line, and takes nothing more', async () => {
  const log = open(traceInMemory(), 8)
  for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) log.write(line)
  expect(String(await log.read(0, 100))).toBe('one\ntwo\nfull\n')
  expect(log.size).toBe(13)
})

test('a log that was full before a restart stays full', async () => {
  const log = open(traceInMemory(), 8, 13)
  log.write('more\n')
  expect(log.size).toBe(13)
})

test('removing takes the file away, also what is still to be written', async () => {
  const directory = await temporary()
  const log = open(traceInFile(join(directory, 'a.log')))
  log.write('one\n')
  await log.settle()
  log.write('two\n')
  await log.remove()
  log.write('three\n')
  await log.settle()
  expect(await readdir(directory)).toEqual([])
})

test('a disk that fails is told of once, and ends the log', async () => {
  const failed = new Error('no space left')
  const log = open({ ...traceInMemory(), append: () => Promise.reject(failed) })
  log.write('one\n')
  await log.settle()
  log.write('two\n')
  await log.settle()
  expect(failures).toEqual([failed])
  expect(log.size).toBe(0)
})
