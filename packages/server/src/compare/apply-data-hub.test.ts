import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  at,
  makeDir,
  type RunningBroker,
  say,
  sayIn,
  secret,
  startBroker,
} from '#compare/testing/say-command.ts'

const kinds = ['--kinds', 'schemas,registries,validations,transformations']
const given = { REGISTRIES_CONF_AUTH_PASSWORD: secret }
const screened = { topics: ['t/#'], failure_action: 'drop' }
const checks = [{ type: 'json', schema: 'temp' }]

/** A validation may be named “order” without being the order. */
async function fillHub({ write }: RunningBroker): Promise<void> {
  await write('POST', '/schema_registry', { name: 'temp', type: 'json', source: '{"type":"object"}' })
  await write('POST', '/schema_registry_external', {
    name: 'conf',
    type: 'confluent',
    url: 'http://127.0.0.9:8000',
    auth: { mechanism: 'basic', username: 'u', password: secret },
  })
  for (const name of ['order', 'first'])
    await write('POST', '/schema_validations', { ...screened, name, strategy: 'all_pass', checks })
  await write('POST', '/schema_validations/reorder', { order: ['first', 'order'] })
  await write('POST', '/message_transformations', {
    ...screened,
    name: 'move',
    operations: [{ key: 'payload.who', value: 'clientid' }],
    payload_decoder: { type: 'json' },
    payload_encoder: { type: 'json' },
  })
}

test('applies the data hub of another cluster, plans nothing then, and takes it back', async () => {
  const [plant, lab] = [await startBroker('enterprise'), await startBroker('enterprise')]
  await fillHub(plant)
  await lab.write('POST', '/schema_validations', {
    ...screened,
    name: 'own',
    strategy: 'any_pass',
    checks: [{ type: 'sql', sql: 'SELECT * WHERE qos = 1' }],
  })
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  expect(await readFile(join(dir, 'validations.yaml'), 'utf8')).toMatch(
    /validations:\n {2}\$order:\n {4}- first\n {4}- order\n {2}first:\n/,
  )
  const before = await say('diff', ...at(lab), dir, ...kinds)
  const log = join(dir, 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, dir, '--yes', '--log', log]
  const { code, out, err } = await sayIn(given, ...apply)
  expect([code, err]).toEqual([0, expect.stringContaining('(POST /schema_validations/reorder)\n')])
  expect(out).toContain('6 of 6 requests done.\n')
  const order = async () => {
    const { body } = await lab.ask('GET', '/schema_validations')
    return Array.isArray(body) ? body.map(({ name }: { readonly name: string }) => name) : body
  }
  expect(await order()).toEqual(['first', 'order', 'own'])
  const after = await say('diff', ...at(lab), dir, ...kinds)
  expect(after.out).toMatch(/^Schema validations +0 +0 +1 +0 +3$/m)
  expect((await sayIn(given, ...apply)).out).toMatch(/^Nothing to send/)
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('6 of 6 requests taken back.\n')])
  expect(await order()).toEqual(['own'])
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toBe(before.out)
})

test('brings what a validation needs, and refuses a list where its fields are expected', async () => {
  const [plant, lab] = [await startBroker('enterprise'), await startBroker('enterprise')]
  await fillHub(plant)
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  const only = ['--kinds', 'validations']
  const log = join(dir, 'log.jsonl')
  const applied = await say('apply', ...at(lab), ...only, dir, '--yes', '--log', log)
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('4 of 4 requests done.\n')])
  expect((await lab.ask('GET', '/schema_registry/temp')).status).toBe(200)
  const file = join(dir, 'validations.yaml')
  await writeFile(file, 'validations:\n  order:\n    - first\n')
  const refused = await say('diff', ...at(lab), ...only, file)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('order: expected fields by name')])
})

test('speaks of the order of the other side only where it has one', async () => {
  const [plant, lab] = [await startBroker('enterprise'), await startBroker('enterprise')]
  await fillHub(plant)
  const only = ['--kinds', 'schemas,transformations,validations']
  const planned = async (kind: string) => {
    const dir = await makeDir()
    await say('export', ...at(plant), ...only, '--out', dir)
    return (await say('apply', ...at(lab), '--kinds', kind, dir, '--dry-run')).out
  }
  // A single transformation has no order.
  const single = await planned('transformations')
  expect(single).toContain('A new validation or transformation becomes the last.\n')
  expect(single).not.toContain('Choose “')
  expect(await planned('validations'), 'their order is in the plan').not.toContain('becomes the last')
})

test('does without the data hub on Community, and never takes its lack for an empty one', async () => {
  const [plant, lab] = [await startBroker(), await startBroker('enterprise')]
  await fillHub(lab)
  const dir = await makeDir()
  const { code, err } = await say('export', ...at(plant), '--out', dir)
  expect([code, err]).toEqual([0, expect.not.stringContaining('Schemas')])
  expect(await say('diff', ...at(plant), dir)).toMatchObject({ code: 0 })
  const from = ['--from-broker', plant.url, '--from-user', 'admin', '--prune', '--dry-run']
  const pruned = await say('apply', ...at(lab), ...kinds, ...from)
  expect(pruned.out).not.toContain('DELETE')
  const hub = await makeDir()
  await say('export', ...at(lab), '--out', hub, ...kinds)
  const applied = await sayIn(given, 'apply', ...at(plant), ...kinds, hub, '--yes')
  expect(applied.out).toContain('This broker has no such settings.')
  expect([applied.code, applied.err]).toEqual([1, ''])
})

test('deletes with --prune what only this cluster has, and puts it back where it stood', async () => {
  const [plant, lab] = [await startBroker('enterprise'), await startBroker('enterprise')]
  await fillHub(plant)
  await fillHub(lab)
  const own = { ...screened, name: 'own', strategy: 'all_pass', checks: [{ type: 'json', schema: 'mine' }] }
  await lab.write('POST', '/schema_registry', { name: 'mine', type: 'json', source: '{"type":"object"}' })
  await lab.write('POST', '/schema_validations', own)
  await lab.write('POST', '/schema_validations/reorder', { order: ['first', 'own', 'order'] })
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  const log = join(dir, 'log.jsonl')
  const kept = await sayIn(given, 'apply', ...at(lab), '--kinds', 'schemas', dir, '--prune', '--dry-run')
  expect(kept.out).toContain('  schemas mine: Schema validations own stays and uses it.\n')
  const apply = ['apply', ...at(lab), ...kinds, dir, '--prune', '--yes', '--log']
  const { code, err } = await sayIn(given, ...apply, log)
  expect(code).toBe(0)
  const validationAt = err.indexOf('DELETE /schema_validations/validation/own')
  expect(validationAt).toBeGreaterThan(0)
  expect(err.indexOf('DELETE /schema_registry/mine')).toBeGreaterThan(validationAt)
  expect(await say('diff', ...at(lab), dir, ...kinds)).toMatchObject({ code: 0 })
  expect((await sayIn(given, ...apply, `${log}-2`)).out).toMatch(/^Nothing to send/)
  expect((await say('undo', ...at(lab), log, '--yes')).code).toBe(0)
  const { body } = await lab.ask('GET', '/schema_validations')
  expect(body).toMatchObject([{ name: 'first' }, own, { name: 'order' }])
})
