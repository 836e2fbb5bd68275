import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogConfig } from '@brokerdeck/contract/settings/log-config.ts'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { Config } from '../config/config.ts'
import { configRoots } from '../config/config-roots.ts'
import { logRoot } from '../config/roots/log-root.ts'
import { memoryStore } from '../storage/memory-store.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { BrokerLog, LogFile } from './broker-log.ts'
import { formatEntry } from './format-entry.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'broker-log-'))
  cleanups.push(() => rm(directory, { recursive: true }))
  return directory
}

const fail = (failure: string | undefined) => {
  throw new Error(failure)
}

async function configured(change: unknown): Promise<LogConfig> {
  const config = new Config(memoryStore(), configRoots, 'community')
  await config.write(logRoot, change, { isMerge: true })
  return config.get(logRoot)
}

const connected = {
  level: 'info',
  message: 'client_connected',
  details: { clientid: 'a b\n2026 [info] msg: forged', username: undefined, ms: 5 },
} as const
const time = Date.UTC(2026, 10, 21, 8, 40, 16, 593)
const base = {
  formatter: 'text',
  timestamp_format: 'auto',
  time_offset: 'utc',
  payload_encode: 'text',
} as const

it('writes a line as text or as JSON, with the time as configured', () => {
  const entry = { ...connected, time }
  expect(formatEntry(entry, { ...base, time_offset: '+08:00' })).toBe(
    '2026-11-21T16:40:16.593+08:00 [info] msg: client_connected, clientid: "a b\\n2026 [info] msg: forged", ms: 5',
  )
  expect(formatEntry(entry, { ...base, timestamp_format: 'epoch' })).toMatch(/^1795250416593000 \[info\]/)
  expect(JSON.parse(formatEntry(entry, { ...base, formatter: 'json' }))).toEqual({
    time: time * 1000,
    level: 'info',
    msg: 'client_connected',
    clientid: connected.details.clientid,
    ms: 5,
  })
  const payload = Buffer.from('ab')
  const payloadLine = (payload_encode: 'text' | 'hex' | 'hidden') =>
    formatEntry({ ...entry, payload }, { ...base, payload_encode }).split('payload: ')[1]
  expect([payloadLine('text'), payloadLine('hex'), payloadLine('hidden')]).toEqual(['ab', '6162', '******'])
})

const said = fc.constantFrom(
  'a',
  ' ',
  '"',
  '\\',
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\0',
  '狗',
)

it('keeps every entry on one line, whatever a device says', () => {
  fc.assert(
    fc.property(fc.string({ unit: said }), (text) => {
      const line = formatEntry({ ...connected, time, details: { text } }, base)
      expect(line.split(/[\n\r\u0085\u2028\u2029]/).length).toBe(1)
    }),
  )
})

it('writes what is as important as configured, to files that it rotates', async () => {
  const directory = await temporaryDirectory()
  const config = await configured({ file: { default: { rotation_size: '1KB', rotation_count: 3 } } })
  const log = new BrokerLog(config, { clock: manualClock(), directory, onOutcome: fail })
  log.write(connected)
  for (let at = 0; at < 60; at += 1) {
    log.write({ level: 'warning', message: `warning_${at}`, details: { filler: 'x'.repeat(100) } })
    if (at % 5 === 0) await log.close().then(() => log.configure(config))
  }
  await log.close()
  expect((await readdir(directory)).sort()).toEqual(['emqx.log', 'emqx.log.1', 'emqx.log.2'])
  const written = await readFile(join(directory, 'emqx.log'), 'utf8')
  expect(written).toContain('warning_59')
  expect(written).not.toContain('client_connected')
})

it('takes a new level, a new file and the console at once', async () => {
  const directory = await temporaryDirectory()
  const printed: string[] = []
  const options = {
    clock: manualClock(),
    directory,
    print: (line: string) => printed.push(line),
    onOutcome: fail,
  }
  const log = new BrokerLog(await configured({}), options)
  log.configure(
    await configured({
      console: { enable: true, level: 'error', formatter: 'json' },
      file: { default: { level: 'info', path: 'sub/other.log' } },
    }),
  )
  log.write(connected)
  log.write({ level: 'critical', message: 'storage_failed', details: {} })
  await log.close()
  expect(printed.map((line) => JSON.parse(line).msg)).toEqual(['storage_failed'])
  expect(await readFile(join(directory, 'sub/other.log'), 'utf8')).toMatch(
    /client_connected[\s\S]*storage_failed/,
  )
})

it('writes the first of a flood and says how many there were', async () => {
  const clock = manualClock()
  const config = await configured({ throttling: { time_window: '10s' } })
  const log = new BrokerLog(config, { clock, directory: undefined, onOutcome: fail })
  const dropped = { level: 'warning', message: 'dropped', details: {}, isThrottled: true } as const
  for (let at = 0; at < 5; at += 1) log.write(dropped)
  expect(log.recent()).toHaveLength(1)
  clock.advance(10_000)
  expect(log.recent()[1]).toContain('msg: log_events_throttled, message: dropped, count: 4')
  log.write(dropped)
  expect(log.recent()).toHaveLength(3)
  await log.close()
})

it('says that it cannot write, and that it can again', async () => {
  const path = join(await temporaryDirectory(), 'emqx.log')
  await mkdir(path)
  const outcomes: (string | undefined)[] = []
  const file = new LogFile(path, { count: 1, size: 100 }, (failure) => outcomes.push(failure))
  file.write('x')
  await file.settle()
  expect(outcomes[0]).toContain('EISDIR')
  await rmdir(path)
  file.write('y')
  await file.settle()
  expect(outcomes).toEqual([expect.any(String), undefined])
  expect(await readFile(path, 'utf8')).toBe('y\n')
})

it('stays below its directory', async () => {
  for (const path of ['/etc/passwd', '../x', 'a/../../x', String.raw`a\..\x`, '', 'a/']) {
    await expect(configured({ file: { default: { path } } })).rejects.toThrow('below')
  }
})
