import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Comparable } from '@brokerdeck/console/compare/compare-sides.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { at, makeDir, type RunningBroker, say, secret, startBroker } from '#compare/testing/say-command.ts'
import { parseExport } from './export-text.ts'

const connector = { type: 'mqtt', name: 'cloud', server: '127.0.0.1:9', username: 'ada', password: secret }
const action = { type: 'mqtt', name: 'up', connector: 'cloud', parameters: { topic: 'up/${topic}', qos: 1 } }
const rule = { id: 'upward', sql: 'SELECT *\nFROM "up/#"', actions: ['mqtt:up'] }

async function fillFlow({ write }: RunningBroker): Promise<void> {
  await write('POST', '/connectors', connector)
  await write('POST', '/actions', action)
  await write('POST', '/rules', rule)
}

async function readFolder(dir: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(dir)).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')] as const)),
  )
}

test('exports the same bytes whenever nothing has changed, and finds no difference to them', async () => {
  const broker = await startBroker()
  await fillFlow(broker)
  const dir = await makeDir()
  const first = await say('export', ...at(broker), '--out', dir)
  expect([first.code, first.out]).toEqual([0, ''])
  expect(first.err).toContain('  CONNECTORS_MQTT_CLOUD_PASSWORD  connectors mqtt:cloud: password\n')
  const before = await readFolder(dir)
  expect(Object.keys(before)).toEqual(
    [
      'actions',
      'authenticators',
      'authorization',
      'connectors',
      'gateways',
      'hooks',
      'listeners',
      'rules',
      'settings',
      'sources',
    ].map((kind) => `${kind}.yaml`),
  )
  expect(before['rules.yaml']).toContain('    sql: |-\n      SELECT *\n      FROM "up/#"\n')
  expect(before['rules.yaml']).not.toMatch(/created_at|last_modified_at/)
  expect(before['connectors.yaml']).toContain('password: ${env:CONNECTORS_MQTT_CLOUD_PASSWORD}\n')
  expect(before['connectors.yaml']).not.toMatch(/\bstatus|node_status/)
  expect((await say('export', ...at(broker), '--out', dir)).code).toBe(0)
  expect(await readFolder(dir)).toEqual(before)
  const diff = await say('diff', ...at(broker), dir)
  expect(diff.out).toContain('  connectors mqtt:cloud: password\n')
  expect(diff.out).toContain('\nNothing differs.\n')
  expect(diff.code).toBe(0)
  const whole = await say('export', ...at(broker))
  const file = join(await makeDir(), 'whole.yaml')
  expect((await say('export', ...at(broker), '--out', file)).code).toBe(0)
  expect(await readFile(file, 'utf8')).toBe(whole.out)
  expect((await say('diff', ...at(broker), file)).code).toBe(0)
})

test('says what another cluster has otherwise: by kind, by thing, field by field', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await fillFlow(plant)
  await lab.write('POST', '/rules', { ...rule, sql: 'SELECT 1 FROM "up/#"', actions: [] })
  await lab.write('POST', '/rules', { ...rule, id: 'mine', actions: [] })
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir)
  const { code, out } = await say('diff', ...at(lab), dir)
  expect(code).toBe(1)
  expect(out).toMatch(/^Rules +1 +0 +1 +0 +0$/m)
  expect(out).toContain('Rules mine: only here\nRules upward: different\n')
  expect(out).toContain('  - sql: "SELECT 1 FROM \\"up/#\\""\n  + sql: "SELECT *\\nFROM \\"up/#\\""\n')
  expect(out).toContain('Connectors mqtt:cloud: only there\n')
  expect(out).toMatch(/\n4 differences\.\n$/)
  const live = ['--from-broker', plant.url, '--from-user', 'admin']
  const json = await say('diff', ...at(lab), ...live, '--kinds', 'rules', '--json')
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toMatchObject({
    here: lab.url,
    there: plant.url,
    differs: true,
    isComplete: true,
    kinds: [
      {
        kind: 'rules',
        counts: { different: 1, 'only-here': 1, 'only-there': 0, unknown: 0, same: 0 },
        things: [{ id: 'mine' }, { id: 'upward', differences: [{ path: 'actions' }, { path: 'sql' }] }],
      },
    ],
  })
  const markdown = await say('diff', ...at(lab), dir, '--kinds', 'rules', '--format', 'markdown')
  expect(markdown.out).toContain('\n| Rules | 1 | 0 | 1 | 0 | 0 |\n')
  expect(markdown.out).toContain('\n```diff\n- ')
})

test('finds nothing in a cluster that was filled from the export', async () => {
  const [plant, copy] = [await startBroker(), await startBroker()]
  await fillFlow(plant)
  const { out } = await say('export', ...at(plant), '--kinds', 'rules,connectors,actions')
  const documents = parseExport('plant.yaml', out)
  const given = (kind: 'rules' | 'connectors' | 'actions'): readonly Comparable[] => documents.get(kind) ?? []
  for (const { id, settings } of given('connectors'))
    await copy.write('POST', '/connectors', {
      ...settings,
      type: 'mqtt',
      name: id.slice(5),
      password: secret,
    })
  for (const { id, settings } of given('actions'))
    await copy.write('POST', '/actions', { ...settings, type: 'mqtt', name: id.slice(5) })
  for (const { id, settings } of given('rules')) await copy.write('POST', '/rules', { ...settings, id })
  const live = ['--from-broker', plant.url, '--from-user', 'admin']
  expect(await say('diff', ...at(copy), ...live)).toMatchObject({ code: 0 })
})

test('reads a backup, of which fields that it leaves out are no difference', async () => {
  const broker = await startBroker()
  await fillFlow(broker)
  const found = await broker.write('POST', '/data/export', {})
  const { filename, node } = v.parse(v.object({ filename: v.string(), node: v.string() }), found)
  const { rawPayload } = await broker.app.inject({
    url: `/api/v5/data/files/${filename}?node=${encodeURIComponent(node)}`,
    headers: { authorization: `Bearer ${broker.login()}` },
  })
  const file = join(await makeDir(), filename)
  await writeFile(file, rawPayload)
  const kinds = ['--kinds', 'rules,connectors,actions']
  expect(await say('diff', ...at(broker), ...kinds, file)).toMatchObject({ code: 0 })
  await broker.write('PUT', '/rules/upward', { ...rule, sql: 'SELECT 2 FROM "up/#"' })
  const { code, out } = await say('diff', ...at(broker), ...kinds, file)
  expect(out).toContain('Rules upward: different\n')
  expect(code).toBe(1)
})

test('names the kind that a side does not tell, and says with its exit code that it could not', async () => {
  const broker = await startBroker()
  const dir = await makeDir()
  await say('export', ...at(broker), '--kinds', 'rules', '--out', dir)
  const { code, out } = await say('diff', ...at(broker), '--kinds', 'rules,sources', dir)
  expect(out).toMatch(new RegExp(`^Sources +not in ${dir}$`, 'm'))
  expect(out).toContain('Could not be compared: Sources.\n')
  expect(code).toBe(2)
  expect((await say('diff', ...at(broker), '--kinds', 'rules', dir)).code).toBe(0)
})

test('shows no secret of any kind, and gives each a name of its own', async () => {
  const broker = await startBroker()
  const { write } = broker
  await fillFlow(broker)
  await write('POST', '/connectors', { ...connector, name: 'a-b' })
  await write('POST', '/connectors', { ...connector, name: 'a_b' })
  const hash = { name: 'sha256', salt_position: 'suffix' }
  const redis = { redis_type: 'single', server: '127.0.0.1:9', password: secret }
  const asked = {
    mechanism: 'password_based',
    backend: 'redis',
    cmd: 'HMGET u:${username} password_hash salt',
  }
  await write('POST', '/authentication', { ...asked, ...redis, password_hash_algorithm: hash })
  await write('POST', '/authorization/sources', { type: 'redis', ...redis, cmd: 'HGETALL a:${username}' })
  const web = { url: 'http://127.0.0.1:9', headers: { authorization: `Bearer ${secret}` } }
  await write('POST', '/connectors', { type: 'http', name: 'web', ...web })
  const { out, err, code } = await say('export', ...at(broker))
  expect(code).toBe(0)
  for (const name of ['AUTHENTICATORS_PASSWORD_BASED_REDIS_PASSWORD', 'AUTHORIZATION_REDIS_PASSWORD'])
    expect(out).toContain(`\${env:${name}}`)
  const twins = [...err.matchAll(/^ {2}(CONNECTORS_MQTT_A_B_PASSWORD_[0-9A-F]{10}) /gm)].map(
    ([, name]) => name,
  )
  expect(new Set(twins).size).toBe(2)
  const names = [...out.matchAll(/\$\{env:(\w+)\}/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(
    (await say('diff', ...at(broker), '--json', '--from-broker', broker.url, '--from-user', 'admin')).code,
  ).toBe(0)
})

test('compares no reference with a value that the cluster shows, and says so', async () => {
  const broker = await startBroker()
  await fillFlow(broker)
  const { out } = await say('export', ...at(broker), '--kinds', 'connectors')
  const file = join(await makeDir(), 'plant.yaml')
  await writeFile(file, out.replace('username: ada', 'username: ${file:/run/user}'))
  const diff = await say('diff', ...at(broker), '--kinds', 'connectors', file)
  expect(diff.out).toContain('  connectors mqtt:cloud: password, username\n')
  expect(diff.code).toBe(0)
})

test('signs in by an API key', async () => {
  const broker = await startBroker()
  await fillFlow(broker)
  const made = await broker.write('POST', '/api_key', { name: 'reader', enable: true, desc: '' })
  const { api_key: key, api_secret: own } = v.parse(
    v.object({ api_key: v.string(), api_secret: v.string() }),
    made,
  )
  const dir = await makeDir()
  await writeFile(join(dir, 'key'), `${key}:${own}\n`)
  await writeFile(join(dir, 'wrong'), `${key}:${secret}\n`)
  await writeFile(join(dir, 'none'), `${secret}\n`)
  const by = (name: string) => ['--broker', broker.url, '--key-file', join(dir, name), '--kinds', 'rules']
  expect((await say('export', ...by('key'))).out).toContain('  upward:\n')
  expect(await say('export', ...by('wrong'))).toMatchObject({ code: 2, out: '' })
  const none = await say('export', ...by('none'))
  expect([none.code, none.err]).toEqual([
    2,
    'brokerdeck: --key-file: expected KEY:SECRET on one line, or the key and the secret on two\n',
  ])
})

test('says who is not let in, and where nobody answers', async () => {
  const broker = await startBroker()
  const stranger = await say('export', '--broker', broker.url, '--user', 'stranger')
  expect([stranger.code, stranger.out]).toEqual([2, ''])
  expect(stranger.err).toContain(broker.url)
  expect(await say('diff', '--broker', 'http://127.0.0.1:9', '--user', 'a', await makeDir())).toMatchObject({
    code: 2,
  })
})
