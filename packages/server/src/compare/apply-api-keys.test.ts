import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { at, makeDir, type RunningBroker, say, sayIn, startBroker } from '#compare/testing/say-command.ts'
import { type Watch, watchRequests } from '#compare/testing/watch-requests.ts'

const kinds = ['--kinds', 'api-keys']
const reader = { name: 'grafana', desc: 'metrics', enable: true, role: 'viewer' }
const nightly = { name: 'ci', desc: '', enable: true, role: 'publisher', expired_at: '2099-01-01T00:00:00Z' }

const create = async ({ write }: RunningBroker, ...keys: readonly object[]) => {
  const made = []
  for (const key of keys) made.push(await write('POST', '/api_key', key))
  return made.map((one) => v.parse(v.object({ api_key: v.string(), api_secret: v.string() }), one))
}
const listKeys = async ({ ask }: RunningBroker) => (await ask('GET', '/api_key')).body

async function startTwo(edition: 'community' | 'enterprise' = 'enterprise') {
  const [plant, lab] = [await startBroker(edition), await startBroker(edition)]
  const dir = await makeDir()
  const [keyOut, log] = [join(dir, 'keys'), join(dir, 'log.jsonl')]
  await mkdir(keyOut)
  return { plant, lab, file: join(dir, 'keys.yaml'), keyOut, log }
}

test('brings keys, keeps each new secret in a file that signs in, and takes them back', async () => {
  const { plant, lab, file, keyOut, log } = await startTwo()
  const [first, second] = await create(plant, reader, nightly)
  const [own] = await create(lab, { ...reader, desc: 'old', expired_at: 1924991999 })
  await say('export', ...at(plant), '--out', file, ...kinds)
  const text = await readFile(file, 'utf8')
  expect(text).toContain(
    '  ci:\n    desc: ""\n    enable: true\n    expired_at: 2099-01-01T00:00:00+00:00\n    role: publisher\n',
  )
  const before = await say('diff', ...at(lab), file, ...kinds)
  expect(before.out).toMatch(/^API keys +1 +1 +0 +0 +0$/m)
  const apply = ['apply', ...at(lab), ...kinds, file, '--yes', '--key-out', keyOut, '--log']
  const { code, out, err } = await say(...apply, log)
  const keyFile = join(keyOut, 'ci.key')
  expect(out).toContain(
    'Create API keys ci: POST /api_key\n   The broker gives it a key and a secret of its own',
  )
  expect(out).toContain(`\n   Its secret is written to ${keyFile}\n`)
  expect(out).toContain('Change API keys grafana: PUT /api_key/grafana\n')
  expect([code, out]).toEqual([0, expect.stringContaining('2 of 2 requests done.\n')])
  expect(await listKeys(lab)).toMatchObject([
    { name: 'grafana', desc: 'metrics', role: 'viewer', expired_at: 'infinity', api_key: own?.api_key },
    { name: 'ci', role: 'publisher', expired_at: '2099-01-01T00:00:00+00:00' },
  ])
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  const pair = (await readFile(keyFile, 'utf8')).trimEnd()
  const basic = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  const publish = { method: 'POST', url: '/api/v5/publish', payload: { topic: 't', payload: 'x' } } as const
  expect((await lab.app.inject({ ...publish, headers: basic })).statusCode).toBeLessThan(300)
  const kept = [out, err, text, await readFile(log, 'utf8')].join('')
  const made = pair.slice(pair.indexOf(':') + 1)
  for (const hidden of [made, first?.api_secret ?? '', second?.api_secret ?? '', own?.api_secret ?? ''])
    expect([hidden.length > 20, kept.includes(hidden)]).toEqual([true, false])
  expect(await say('diff', ...at(lab), file, ...kinds)).toMatchObject({ code: 0 })
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect(undone.out).toContain(`${keyFile} stays. What is in it is of no use once its key is deleted.\n`)
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('2 of 2 requests taken back.\n')])
  expect((await say('diff', ...at(lab), file, ...kinds)).out).toBe(before.out)
  expect((await lab.app.inject({ ...publish, headers: basic })).statusCode).toBe(401)
  expect(await readFile(keyFile, 'utf8')).toBe(`${pair}\n`)
})

test('makes no key whose secret would be lost, and writes over no file', async () => {
  const { lab, file, keyOut, log } = await startTwo()
  await writeFile(file, 'api-keys:\n  ci: {}\n')
  const apply = ['apply', ...at(lab), ...kinds, file, '--yes', '--log']
  const lost = await say(...apply, log)
  expect([lost.code, lost.out]).toEqual([
    1,
    expect.stringMatching(/Not in the plan: api-keys ci\. .*--key-out/),
  ])
  const nowhere = await say(...apply, log, '--key-out', join(keyOut, 'nowhere'))
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('is no folder')])
  await writeFile(join(keyOut, 'ci.key'), 'mine')
  const taken = await say(...apply, log, '--key-out', keyOut)
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('is not written over')])
  expect(await readFile(join(keyOut, 'ci.key'), 'utf8')).toBe('mine')
  await writeFile(file, `api-keys:\n  "../ci": {}\n  Big: {role: king}\n`)
  const odd = await say(...apply, log, '--key-out', keyOut)
  expect([odd.code, odd.err]).toEqual([1, expect.stringMatching(/^Refused: API keys \.\.\/ci /m)])
  expect([await listKeys(lab), await readdir(keyOut)]).toEqual([[], ['ci.key']])
})

test('leaves out nothing of a change that a file leaves out', async () => {
  const { lab, file, log } = await startTwo()
  await create(lab, { ...reader, expired_at: nightly.expired_at })
  await writeFile(file, 'api-keys:\n  grafana:\n    enable: false\n    desc:\n')
  const { code, out } = await say('apply', ...at(lab), ...kinds, file, '--yes', '--log', log)
  expect(out).toContain(
    '   - enable: true\n   + enable: false\n   ! Whoever uses it is refused from now on.\n',
  )
  expect(code).toBe(0)
  expect(await listKeys(lab)).toMatchObject([
    { ...reader, enable: false, expired_at: '2099-01-01T00:00:00+00:00' },
  ])
  await writeFile(file, 'api-keys:\n  grafana:\n    role: administrator\n    enable: true\n')
  const raised = await say('apply', ...at(lab), ...kinds, file, '--dry-run')
  expect(raised.out).toContain('! It is an administrator: whoever has it may change everything.')
})

test('deletes with --prune, but not what the server signs in with, and says what cannot come back', async () => {
  const { lab, file, log } = await startTwo()
  const [health] = await create(lab, { ...reader, name: 'health' }, reader)
  await writeFile(`${file}-health`, `${health?.api_key}:${health?.api_secret}\n`)
  const config = `${file}-config.yaml`
  await writeFile(config, `broker: ${lab.url}\nhealth-key-file: ${file}-health\n`)
  const known = ['--config', config, '--user', 'admin']
  await writeFile(file, 'api-keys:\n  health:\n    enable: false\n')
  const apply = ['apply', ...known, ...kinds, file, '--prune', '--yes', '--log']
  const { code, out } = await say(...apply, log)
  expect(out).toContain('Not in the plan: api-keys health. The configuration of the server names it')
  expect(out).toContain('Undo cannot bring it back: its secret is not known (api_secret).')
  expect([code, out]).toEqual([1, expect.stringContaining('1 of 1 request done.\n')])
  await writeFile(file, 'api-keys: {}\n')
  const pruned = await say(...apply, `${log}-2`)
  expect(pruned.out).toMatch(/not deleted:\n {2}api-keys health: The configuration of the server/)
  expect(await listKeys(lab)).toMatchObject([{ name: 'health', enable: true }])
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect(undone.out).toContain(
    'Stays deleted: API keys grafana. The broker would give it another secret: create it by hand.\n',
  )
  expect(undone.code).toBe(1)
  expect(await listKeys(lab)).toMatchObject([{ name: 'health' }])
})

test('makes no administrator where a broker has no roles', async () => {
  const { lab, file, keyOut, log } = await startTwo('community')
  await create(lab, reader)
  await writeFile(file, 'api-keys:\n  grafana: {role: viewer}\n  ci: {role: publisher}\n  root: {}\n')
  const apply = ['apply', ...at(lab), ...kinds, file, '--yes', '--key-out', keyOut, '--log', log]
  const { code, out } = await say(...apply)
  expect(out).toContain('Not in the plan: api-keys grafana. This broker has no roles')
  expect([code, out]).toEqual([1, expect.stringContaining('1 of 1 request done.\n')])
  expect(await readdir(keyOut)).toEqual(['root.key'])
})

test('leaves no file where a key is refused, and no key that nobody has the secret of', async () => {
  const { lab, file, keyOut, log } = await startTwo()
  await writeFile(file, 'api-keys:\n  ci: {role: viewer}\n')
  const watches = new Map<string, Watch>([['POST /api_key', { refuse: () => 403 }]])
  const broker = await watchRequests(lab, watches)
  const own = ['--broker', broker, '--user', 'admin']
  const apply = ['apply', ...own, ...kinds, file, '--yes', '--key-out', keyOut, '--log']
  const refused = await say(...apply, log)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Refused: API keys ci (POST')])
  expect([await readdir(keyOut), await listKeys(lab)]).toEqual([[], []])
  // The key is created, but its secret can no longer be written.
  const removeFolder = { before: () => rm(keyOut, { recursive: true }) }
  watches.set('POST /api_key', removeFolder)
  const gone = await say(...apply, `${log}-2`)
  expect(gone.err).toMatch(
    /^Refused: .* could not be written to its file: ENOENT\. The key was deleted again\.$/m,
  )
  expect(await listKeys(lab)).toEqual([])
  await mkdir(keyOut)
  watches.set('DELETE /api_key/ci', { refuse: () => 403 })
  const left = await say(...apply, `${log}-3`)
  expect(left.err).toMatch(
    /^Unknown: .*Nobody has the secret of this key: delete it by hand\. .*the key could not be deleted: /m,
  )
  watches.clear()
  expect(await say('undo', ...own, `${log}-3`, '--yes')).toMatchObject({ code: 0 })
  expect(await listKeys(lab)).toEqual([])
  await mkdir(keyOut)
  watches.set('POST /api_key', { swallow: () => 'cut' })
  const cut = await say(...apply, `${log}-4`)
  expect(cut.err).toMatch(/^Unknown: .*nobody has its secret: delete it by hand, or with undo\.$/m)
  expect([await readdir(keyOut), await listKeys(lab)]).toMatchObject([[], [{ name: 'ci' }]])
  const undone = await say('undo', ...own, `${log}-4`, '--yes')
  expect([undone.code, undone.out]).toEqual([0, expect.not.stringContaining('ci.key stays')])
  expect(await listKeys(lab)).toEqual([])
})

test('undo leaves a key that somebody made anew under the same name', async () => {
  const { lab, file, keyOut, log } = await startTwo()
  await writeFile(file, 'api-keys:\n  ci: {role: viewer}\n')
  await say('apply', ...at(lab), ...kinds, file, '--yes', '--key-out', keyOut, '--log', log)
  await lab.ask('DELETE', '/api_key/ci')
  const [theirs] = await create(lab, { ...nightly, role: 'viewer', expired_at: 'infinity' })
  const { code, err } = await say('undo', ...at(lab), log, '--yes')
  expect([code, err]).toEqual([1, expect.stringContaining('Left as it is: API keys ci')])
  expect(await listKeys(lab)).toMatchObject([{ api_key: theirs?.api_key }])
})

test('undo leaves such a key also where it was begun before and got no answer', async () => {
  const { lab, file, keyOut, log } = await startTwo()
  await writeFile(file, 'api-keys:\n  ci: {role: viewer}\n')
  const watches = new Map<string, Watch>([['DELETE /api_key/ci', { swallow: () => 'cut' }]])
  const reached = ['--broker', await watchRequests(lab, watches), '--user', 'admin']
  await say('apply', ...reached, ...kinds, file, '--yes', '--key-out', keyOut, '--log', log)
  const undo = ['undo', ...reached, log, '--yes']
  expect((await say(...undo)).err).toContain('Unknown: API keys ci')
  const [theirs] = await create(lab, { ...nightly, role: 'viewer', expired_at: 'infinity' })
  watches.clear()
  expect((await say(...undo)).err).toContain('Left as it is: API keys ci')
  expect(await listKeys(lab)).toMatchObject([{ api_key: theirs?.api_key }])
})

test('undo makes no key whose secret nobody would have', async () => {
  const { lab, file, log } = await startTwo()
  await create(lab, reader)
  await writeFile(file, 'api-keys: {}\n')
  const watches = new Map<string, Watch>()
  const reached = ['--broker', await watchRequests(lab, watches), '--user', 'admin']
  await say('apply', ...reached, ...kinds, file, '--prune', '--yes', '--log', log)
  await create(lab, reader)
  let reads = 0
  const removeSecond = async () => {
    reads += 1
    if (reads === 2) await lab.ask('DELETE', '/api_key/grafana')
  }
  watches.set('GET /api_key/grafana', { before: removeSecond })
  const { code, err } = await say('undo', ...reached, log, '--yes')
  expect([code, err]).toEqual([1, expect.stringContaining('Left as it is: API keys grafana')])
  expect([reads > 1, await listKeys(lab)]).toEqual([true, []])
})

test('reads keys as a user only', async () => {
  const { lab, file } = await startTwo()
  const [key] = await create(lab, { ...reader, role: 'administrator' })
  await writeFile(`${file}-key`, `${key?.api_key}:${key?.api_secret}\n`)
  const { code, err } = await sayIn({}, 'export', '--broker', lab.url, '--key-file', `${file}-key`, ...kinds)
  expect([code, err]).toEqual([2, expect.stringContaining('the broker gives them to users only')])
  expect((await say('export', ...at(lab))).out).not.toContain('api-keys')
})
