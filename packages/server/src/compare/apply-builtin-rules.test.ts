import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at, makeDir, type RunningBroker, say, startBroker } from '#compare/testing/say-command.ts'
import { type Watch, watchRequests } from '#compare/testing/watch-requests.ts'

const kinds = ['--kinds', 'builtin-rules']
const root = '/authorization/sources/built_in_database/rules'
const own = { topic: 'u/${username}/#', permission: 'allow', action: 'all' }
const deny = { topic: '#', permission: 'deny', action: 'all', qos: [1, 2], retain: false }

const bodyAt = async ({ ask }: RunningBroker, path: string) => (await ask('GET', `${root}${path}`)).body
const asRead = (rule: object) => ({ qos: [0, 1, 2], retain: 'all', ...rule })

async function startWithSource(): Promise<RunningBroker> {
  const broker = await startBroker()
  await broker.write('POST', '/authorization/sources', { type: 'built_in_database' })
  return broker
}

async function fillPlant({ write }: RunningBroker): Promise<void> {
  await write('POST', `${root}/clients`, [{ clientid: 'a/b:c', rules: [own, deny] }])
  await write('POST', `${root}/users`, [{ username: 'bob', rules: [own] }])
  await write('POST', `${root}/all`, { rules: [deny] })
}

test('applies the built-in rules of another cluster, plans nothing then, and takes them back', async () => {
  const [plant, lab] = [await startWithSource(), await startWithSource()]
  await fillPlant(plant)
  await lab.write('POST', `${root}/users`, [
    { username: 'bob', rules: [deny] },
    { username: 'eve', rules: [] },
  ])
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  expect(await readFile(join(dir, 'builtin-rules.yaml'), 'utf8')).toContain(
    '  username:bob:\n    rules:\n      - action: all\n        permission: allow\n',
  )
  const before = await say('diff', ...at(lab), dir, ...kinds)
  expect(before.out).toMatch(/^Built-in database rules +1 +2 +1 +0 +0$/m)
  const log = join(dir, 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, dir, '--yes', '--log']
  const { code, out, err } = await say(...apply, log)
  expect(out).toContain('Existing subscriptions are not rechecked.')
  expect(err).toContain(`(PUT ${root}/clients/a%2Fb%3Ac)\n`)
  // The rules for everybody are sent last, so that they grant nothing before the rules of single clients exist.
  expect(err.trimEnd().split('\n').at(-1)).toContain(`${root}/all)`)
  expect([code, out]).toEqual([0, expect.stringContaining('3 of 3 requests done.\n')])
  expect(await bodyAt(lab, '/clients/a%2Fb%3Ac')).toMatchObject({ rules: [asRead(own), deny] })
  expect(await bodyAt(lab, '/users/bob')).toMatchObject({ rules: [asRead(own)] })
  expect(await bodyAt(lab, '/all')).toEqual({ rules: [deny] })
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toMatch(
    /^Built-in database rules +0 +0 +1 +0 +3$/m,
  )
  expect((await say(...apply, `${log}-2`)).out).toMatch(/^Nothing to send/)
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('3 of 3 requests taken back.\n')])
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toBe(before.out)
})

test('deletes with --prune the rules that only this cluster has, and brings them back', async () => {
  const [plant, lab] = [await startWithSource(), await startWithSource()]
  await fillPlant(lab)
  await plant.write('POST', `${root}/users`, [{ username: 'bob', rules: [own] }])
  const from = ['--from-broker', plant.url, '--from-user', 'admin']
  const log = join(await makeDir(), 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, ...from, '--prune', '--yes', '--log', log]
  const { code, out } = await say(...apply)
  expect(out).toContain(`DELETE ${root}/all\n`)
  expect([code, out]).toEqual([0, expect.stringContaining('2 of 2 requests done.\n')])
  expect(await bodyAt(lab, '/all')).toEqual({ rules: [] })
  expect(await bodyAt(lab, '/clients')).toMatchObject({ data: [] })
  expect((await say('undo', ...at(lab), log, '--yes')).code).toBe(0)
  expect(await bodyAt(lab, '/all')).toEqual({ rules: [deny] })
  expect(await bodyAt(lab, '/clients/a%2Fb%3Ac')).toMatchObject({ rules: [asRead(own), deny] })
})

test('takes rules that somebody wrote by hand, and stops at one that is no rule', async () => {
  const lab = await startWithSource()
  const file = join(await makeDir(), 'rules.yaml')
  const taken = '      - { topic: b, permission: deny, action: subscribe, retain: false }\n'
  const rule = `      - { topic: a, permission: deny, action: publish }\n${taken}`
  await writeFile(file, `builtin-rules:\n  all:\n    rules:\n${rule}`)
  const apply = ['apply', ...at(lab), ...kinds, file, '--yes', '--log']
  expect((await say(...apply, `${file}-log`)).code).toBe(0)
  expect(await say('diff', ...at(lab), ...kinds, file)).toMatchObject({ code: 0 })
  await writeFile(file, `builtin-rules:\n  all:\n    rules: [{ topic: a }]\n  group:x:\n    rules: []\n`)
  const refused = await say(...apply, `${file}-log-2`)
  expect(refused.out).toContain('Not in the plan: builtin-rules group:x.')
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('Refused: Built-in database rules all'),
  ])
  expect(await bodyAt(lab, '/all')).toEqual({
    rules: [
      asRead({ topic: 'a', permission: 'deny', action: 'publish' }),
      asRead({ topic: 'b', permission: 'deny', action: 'subscribe' }),
    ],
  })
})

/** Responds as EMQX does: with 404 while the source is not configured. */
async function watchWithoutSource(lab: RunningBroker): Promise<string> {
  let hasSource = false
  const find = async () => {
    const { status } = await lab.ask('GET', '/authorization/sources/built_in_database')
    hasSource = status === 200
  }
  const watch: Watch = { before: find, refuse: () => (hasSource ? undefined : 404) }
  const asked = [
    'GET /all',
    'GET /clients',
    'GET /users',
    'GET /users/bob',
    'DELETE /all',
    'DELETE /users/bob',
  ]
  return await watchRequests(lab, new Map(asked.map((one) => [one.replace(' ', ` ${root}`), watch])))
}

test('brings the source along that rules need, and sends none where neither side has it', async () => {
  const [plant, lab] = [await startWithSource(), await startBroker()]
  await plant.write('POST', `${root}/users`, [{ username: 'bob', rules: [own] }])
  await plant.write('POST', `${root}/all`, { rules: [deny] })
  const reached = ['--broker', await watchWithoutSource(lab), '--user', 'admin']
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  const apply = ['apply', ...reached, ...kinds, '--yes', '--log']
  const alone = await say(...apply, `${dir}-log`, dir)
  expect(alone.out).toMatch(/^Nothing to send/)
  expect(alone.out).toContain('The broker keeps no such rules without the source built_in_database')
  expect(alone.code).toBe(1)
  const from = ['--from-broker', plant.url, '--from-user', 'admin']
  const log = join(dir, 'log.jsonl')
  const { code, out } = await say(...apply, log, ...from)
  expect(out).toMatch(/^1\. Create Authorization built_in_database: /m)
  // An enabled source would be the first to decide what every client may do.
  expect(out).toContain('Created disabled: it decides nothing until it is enabled.')
  expect([code, out]).toEqual([0, expect.stringContaining('3 of 3 requests done.\n')])
  expect(await lab.ask('GET', '/authorization/sources/built_in_database')).toMatchObject({
    body: { enable: false },
  })
  const both = await say(
    ...apply.slice(0, 5),
    '--kinds',
    'authorization',
    '--yes',
    '--log',
    `${log}-2`,
    ...from,
  )
  expect(both.code).toBe(0)
  expect(await lab.ask('GET', '/authorization/sources/built_in_database')).toMatchObject({
    body: { enable: true },
  })
  await lab.ask('DELETE', '/authorization/sources/built_in_database')
  expect((await say('undo', ...reached, log, '--yes')).code).toBe(0)
})
