import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { healthCheckIds } from '@brokerdeck/console/health/examine-health.ts'
import { expect, it, onTestFinished } from 'vitest'
import { declarations } from './declared-options.ts'
import { parseOptions } from './options.ts'

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
    kind: 'health',
    brokers: [new URL('http://a'), new URL('http://b')],
    asker: { user: 'ann' },
    insecureTls: false,
    watchSeconds: 5,
    failOn: 'critical',
    isJson: false,
  })
  const more = ['--check', 'nodes', '--check=drops', '--for=0', '--fail-on=warning', '--json']
  expect(parse('--user=a', ...more, '--console', 'https://h/deck')).toMatchObject({
    checks: ['nodes', 'drops'],
    watchSeconds: 0,
    failOn: 'warning',
    isJson: true,
    console: new URL('https://h/deck/'),
  })
})

const signsIn: readonly (readonly [string, string, readonly string[]])[] = [
  ...['check', 'health', 'export'].map(
    (name) => [name, '--key-file', [name, '--broker', 'http://a']] as const,
  ),
  ['diff', '--key-file', ['diff', '--broker', 'http://a', 'plant']],
  ['diff', '--from-key-file', ['diff', '--broker=http://a', '--user=a', '--from-broker=http://b']],
  ['apply', '--key-file', ['apply', '--broker', 'http://a', 'plant']],
  ['undo', '--key-file', ['undo', '--broker', 'http://a', 'log']],
  ['the server', '--health-key-file', ['--health-interval=60', '--metrics-port=0', '--broker=http://a']],
]

it.each(signsIn)(
  '%s reads %s: a key on one line or two, and nothing of another file is repeated',
  async (...of) => {
    const [, option, argv] = of
    const read = (path: string) => parseOptions([...argv, `${option}=${path}`])
    for (const text of ['key:hunTer2', ' key:hunTer2\r\n', 'key\nhunTer2\n'])
      expect(JSON.stringify(read(await keyFile(text)))).toContain('{"key":"key","secret":"hunTer2"}')
    for (const text of ['', 'hunTer2', 'key hunTer2', 'a\nb\nhunTer2', 'a:b:hunTer2']) {
      const file = await keyFile(text)
      const message = `${option}: expected KEY:SECRET on one line, or the key and the secret on two`
      expect(() => read(file)).toThrow(expect.objectContaining({ code: 'BAD_VALUE', message }))
    }
    const large = await keyFile(`key:hunTer2${'\n'.repeat(5_000)}`)
    for (const [path, reason] of [
      ['/no/hunTer2', 'ENOENT'],
      [large, 'it is larger than 4096 bytes'],
      // This file has no end.
      ['/dev/zero', 'it is larger than 4096 bytes'],
    ] as const) {
      const message = `${option} names no file that can be read: ${reason}`
      expect(() => read(path)).toThrow(expect.objectContaining({ code: 'BAD_VALUE', message }))
    }
  },
)

it('says that others can read the key', async () => {
  const open = await keyFile('key:hunTer2', 0o644)
  expect(parse('--key-file', open)).toMatchObject({
    asker: { warnings: ['--key-file: others on this machine can read this file; chmod 600 it'] },
  })
})

const faults: readonly (readonly [string, string, string])[] = [
  ['check --broker http://h --user a --json', 'CONFLICTING_OPTIONS', '--json'],
  ['check --broker http://h', 'MISSING_OPTION', '--key-file'],
  ['check --broker http://h --user a --key-file k', 'CONFLICTING_OPTIONS', '--key-file'],
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
