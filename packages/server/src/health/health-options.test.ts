import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { healthCheckIds } from '@brokerdeck/console/health/examine-health.ts'
import { expect, it, onTestFinished } from 'vitest'
import { declarations } from '../declared-options.ts'
import { parseOptions } from '../options.ts'

async function keyFile(text: string, mode = 0o600): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-key-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const file = join(dir, 'key')
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}

const parse = (...argv: string[]) => parseOptions(['health', '--broker', 'http://a,http://b/api/v5', ...argv])

it('asks as a user, of everything, at two times five seconds apart, unless told otherwise', () => {
  expect(parse('--user', 'ann')).toEqual({
    ...{ kind: 'health', brokers: [new URL('http://a'), new URL('http://b')], user: 'ann' },
    ...{ insecureTls: false, watchSeconds: 5, failOn: 'critical', isJson: false, warnings: [] },
  })
  const more = ['--check', 'nodes', '--check=drops', '--for=0', '--fail-on=warning', '--json']
  expect(parse('--user=a', ...more, '--console', 'https://h/deck')).toMatchObject({
    ...{ checks: ['nodes', 'drops'], watchSeconds: 0, failOn: 'warning', isJson: true },
    console: new URL('https://h/deck/'),
  })
})

it('reads an API key on one line or two, and nothing of a file that holds none is repeated', async () => {
  for (const text of ['key:hunTer2', ' key:hunTer2\r\n', 'key\nhunTer2\n'])
    expect(parse('--key-file', await keyFile(text))).toMatchObject({
      apiKey: { key: 'key', secret: 'hunTer2' },
      warnings: [],
    })
  for (const text of ['', 'hunTer2', 'key hunTer2', 'a\nb\nhunTer2', 'a:b:hunTer2']) {
    const file = await keyFile(text)
    expect(() => parse('--key-file', file)).toThrow(/^--key-file: expected KEY:SECRET on one line/)
    expect(() => parse('--key-file', file)).not.toThrow(/hunTer2/)
  }
  expect(() => parse('--key-file', '/no/hunTer2')).toThrow(/^--key-file names no file/)
  expect(() => parse('--key-file', '/no/hunTer2')).not.toThrow(/hunTer2/)
})

it('says that others can read the key', async () => {
  const open = await keyFile('key:hunTer2', 0o644)
  expect(parse('--key-file', open)).toMatchObject({
    warnings: ['--key-file: others on this machine can read this file; chmod 600 it'],
  })
})

const faults: readonly (readonly [string, string, string])[] = [
  ['check --broker http://h --user a --json', 'CONFLICTING_OPTIONS', '--json'],
  ['--json', 'CONFLICTING_OPTIONS', 'health'],
  ['health --user ann', 'MISSING_OPTION', '--broker'],
  ['health --broker http://h', 'MISSING_OPTION', '--key-file'],
  ['health --broker http://h --user a --key-file k', 'CONFLICTING_OPTIONS', '--key-file'],
  ['health --broker http://h --user a --port 1', 'CONFLICTING_OPTIONS', '--port'],
  ['health --broker http://h --user a --check nodes,nods', 'BAD_VALUE', '"nods": expected one of default-'],
  ['health --broker http://h --user a --fail-on bad', 'BAD_VALUE', 'warning'],
  ['health --broker http://h --user a --for 601', 'BAD_VALUE', 'from 0 to 600'],
  ['health --broker http://h --user a --console deck', 'BAD_VALUE', '--console'],
]

it.each(faults)('refuses %s as %s', (line, code, text) => {
  const message = expect.stringContaining(text)
  expect(() => parseOptions(line.split(' '))).toThrow(expect.objectContaining({ code, message }))
})

it('is documented: every check and every option', async () => {
  const text = await readFile(new URL('../../../../docs/health.md', import.meta.url), 'utf8')
  const options = [...declarations].flatMap(([name, { group }]) => (group === 'Health' ? [`--${name}`] : []))
  const lacking = [...healthCheckIds(), ...options].filter((name) => !text.includes(`\`${name}`))
  expect(lacking).toEqual([])
  expect(options.length).toBeGreaterThan(3)
})
