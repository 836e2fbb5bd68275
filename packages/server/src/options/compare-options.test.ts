import { kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import { expect, it } from 'vitest'
import { StartError } from '#lib/start-error.ts'
import { declarations } from './declared-options.ts'
import { parseOptions } from './options.ts'

const plant = ['--broker', 'http://plant:18083', '--user', 'bob']
const cluster = { broker: new URL('http://plant:18083'), asker: { user: 'bob' }, insecureTls: false }

it('reads what to export, and what to compare', () => {
  const usual = kinds.filter((kind) => !['retained', 'bans', 'builtin-rules', 'api-keys'].includes(kind))
  expect(parseOptions(['export', ...plant, '--out', 'plant'])).toEqual({
    kind: 'export',
    cluster,
    kinds: usual,
    out: 'plant',
    isWithoutDefaults: false,
  })
  expect(parseOptions(['export', ...plant, '--without-defaults'])).toMatchObject({ isWithoutDefaults: true })
  expect(parseOptions(['diff', ...plant, 'plant', '--kinds', 'retained,rules', '--json'])).toEqual({
    kind: 'diff',
    cluster,
    kinds: ['rules', 'retained'],
    from: { path: 'plant' },
    format: 'json',
  })
  const lab = ['--from-broker', 'http://lab:18083', '--from-user', 'ann']
  expect(parseOptions(['diff', ...plant, ...lab])).toMatchObject({
    from: { broker: new URL('http://lab:18083'), asker: { user: 'ann' } },
    format: 'text',
  })
})

it('names in the help every kind that can be read', () => {
  expect(declarations.get('kinds')?.help).toContain(kinds.join(', '))
})

it.each([
  ['export --user a', 'MISSING_OPTION', '--broker'],
  ['export --broker http://h', 'MISSING_OPTION', '--key-file'],
  ['export x --broker http://h --user a', 'UNKNOWN_COMMAND', '"x"'],
  ['export --broker http://h --user a --key-file k', 'CONFLICTING_OPTIONS', '--user'],
  ['export --broker http://h --user a --kinds users', 'BAD_VALUE', 'rules or connectors'],
  ['export --broker http://h --user a --json', 'CONFLICTING_OPTIONS', '--json'],
  ['diff --broker http://h --user a', 'MISSING_OPTION', 'FROM'],
  ['diff a b --broker http://h --user a', 'UNKNOWN_COMMAND', '"b"'],
  ['diff a --broker http://h --user a --from-broker http://i', 'CONFLICTING_OPTIONS', '--from-broker'],
  ['diff a --broker http://h --user a --from-user b', 'CONFLICTING_OPTIONS', '--from-broker'],
  ['diff a --broker http://h --user a --json --format text', 'CONFLICTING_OPTIONS', '--json'],
  ['apply --broker http://h --user a', 'MISSING_OPTION', 'FROM'],
  ['apply a --broker http://h --user a --json', 'CONFLICTING_OPTIONS', '--json'],
  ['diff a --broker http://h --user a --prune', 'CONFLICTING_OPTIONS', '--prune'],
  ['undo --broker http://h --user a', 'MISSING_OPTION', 'LOG'],
  ['undo a --broker http://h --user a --dry-run', 'CONFLICTING_OPTIONS', '--dry-run'],
  ['--yes', 'CONFLICTING_OPTIONS', 'brokerdeck apply'],
  ['--kinds rules', 'CONFLICTING_OPTIONS', 'brokerdeck export'],
])('%s is %s', (line, code, text) => {
  const parse = () => parseOptions(line.split(' '))
  expect(parse).toThrow(StartError)
  expect(parse).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }))
})
