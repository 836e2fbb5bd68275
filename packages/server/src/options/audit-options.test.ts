import { expect, it } from 'vitest'
import { configFile } from '#testing/config-file.ts'
import { parseOptions } from './options.ts'

const usual = { path: '/var/log/deck.jsonl', maxBytes: 100_000_000, keep: 10, isBestEffort: false }

it('is said as a flag, a variable and a key of the file', async () => {
  const given = { options: { auditLog: usual } }
  expect(parseOptions(['--audit-log', usual.path])).toMatchObject(given)
  expect(parseOptions([], { BROKERDECK_AUDIT_LOG: usual.path })).toMatchObject(given)
  const config = await configFile(`audit-log: ${usual.path}\n`)
  expect(parseOptions(['--config', config])).toMatchObject(given)
})

it('has a size and a number of files, and may let writes through', () => {
  const argv = `--audit-log ${usual.path} --audit-log-max-size 5 --audit-log-keep 3 --audit-log-best-effort`
  expect(parseOptions(argv.split(' '))).toMatchObject({
    options: { auditLog: { path: usual.path, maxBytes: 5_000_000, keep: 3, isBestEffort: true } },
  })
})

it('is the standard output for a dash', () => {
  expect(parseOptions(['--audit-log', '-', '--read-only'])).toMatchObject({
    options: { readOnly: true, auditLog: { path: '-' } },
  })
  expect(() => parseOptions(['--audit-log', '--read-only'])).toThrow('--audit-log needs a value')
})

it.each([
  ['--audit-log=', 'must not be empty'],
  ['--audit-log-keep 3', 'needs --audit-log'],
  ['--audit-log-best-effort', 'needs --audit-log'],
  ['--audit-log - --audit-log-max-size 5', 'standard output'],
  ['--audit-log x --audit-log-max-size 0', 'a whole number from 1 to 100000'],
  ['--audit-log x --audit-log-keep 0', 'a whole number from 1 to 1000'],
])('refuses %s', (argv, text) => {
  expect(() => parseOptions(argv.split(' '))).toThrow(text)
})
