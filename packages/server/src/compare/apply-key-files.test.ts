import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import { expect, test } from 'vitest'
import { makeDir, say, startBroker } from '#compare/testing/say-command.ts'
import { watchRequests } from '#compare/testing/watch-requests.ts'
import { checkKeyFiles } from './key-files.ts'

const key = { kind: 'api-keys', deed: 'create', neededBy: undefined, before: undefined, after: {} } as const
const createKey = (id: string, secretFile: string): Step => ({
  ...key,
  id,
  secretFile,
  kept: [],
  toType: [],
  removed: [],
  files: [],
})

/**
 * Starts an empty broker, and returns it with a file that requests keys and a ban, and with the folder for the
 * secrets.
 */
async function startWanting(name: string) {
  const lab = await startBroker()
  const dir = await makeDir()
  const [file, keyOut] = [join(dir, 'wanted.yaml'), join(dir, 'keys')]
  await mkdir(keyOut)
  await writeFile(file, `bans:\n  clientid:x: {}\napi-keys:\n  a: {}\n  ${name}: {}\n`)
  const sent: string[] = []
  const tell = (line: string) => [line, { before: () => void sent.push(line) }] as const
  const broker = await watchRequests(lab, new Map([tell('POST /banned'), tell('POST /api_key')]))
  const access = ['--broker', broker, '--user', 'admin', '--kinds', 'bans,api-keys']
  const apply = ['apply', ...access, file, '--yes', '--log', join(dir, 'log.jsonl'), '--key-out']
  return { lab, apply, keyOut, sent }
}

test('sends nothing where the name of a key is too long for a file', async () => {
  const { lab, apply, keyOut, sent } = await startWanting('k'.repeat(252))
  const { code, err } = await say(...apply, keyOut)
  expect([code, err]).toEqual([2, expect.stringContaining('the name is too long for a file')])
  expect([sent, await readdir(keyOut)]).toEqual([[], []])
  expect((await lab.ask('GET', '/banned')).body).toMatchObject({ data: [] })
})

test('sends nothing where the folder takes no file, or another is there', async () => {
  const { apply, keyOut, sent } = await startWanting('b')
  const unwritable = await say(...apply, '/dev/fd')
  expect([unwritable.code, unwritable.err]).toEqual([
    2,
    expect.stringMatching(/nothing was sent: "\/dev\/fd\/a\.key" cannot be made/),
  ])
  // The link leads nowhere, but the file name is in use.
  await symlink('/nowhere/at/all', join(keyOut, 'b.key'))
  const taken = await say(...apply, keyOut)
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('b.key" is there already')])
  expect([sent, await readdir(keyOut)]).toEqual([[], ['b.key']])
})

test('finds two keys that are one file where letters are not told apart', async () => {
  const folder = await makeDir()
  // A case-insensitive file system resolves both names to the same path.
  const [big, small] = [createKey('CI', join(folder, 'ci.key')), createKey('ci', join(folder, 'ci.key'))]
  expect(() => checkKeyFiles([big, small])).toThrow(/ci\.key" is the same file as ".*ci\.key"/)
  expect(await readdir(folder)).toEqual([])
  checkKeyFiles([small])
  expect(await readdir(folder)).toEqual([])
})
