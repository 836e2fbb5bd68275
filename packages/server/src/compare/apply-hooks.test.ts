import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskCluster } from '@brokerdeck/console/compare/ask.ts'
import { orderHooks } from '@brokerdeck/console/compare/hook-requests.ts'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import { sortByOrder } from '@brokerdeck/console/compare/promotion-requests.ts'
import { applySteps } from '@brokerdeck/console/compare/promotion-run.ts'
import type { Entry } from '@brokerdeck/console/compare/send-in-order.ts'
import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { expect, test } from 'vitest'
import {
  at,
  makeDir,
  password,
  type RunningBroker,
  say,
  sayIn,
  secret,
  startBroker,
} from '#compare/testing/say-command.ts'
import { openCluster } from './open-cluster.ts'

const kinds = ['--kinds', 'hooks']
const given = { HOOKS_CHECK_SSL_PASSWORD: secret }
const server = (name: string, more: object = {}) => ({ name, url: 'http://127.0.0.9:9', ...more })

/** A hook server may be named “order” without being the order. */
async function fillHooks({ write }: RunningBroker): Promise<void> {
  await write('POST', '/exhooks', server('order', { enable: false, auto_reconnect: false }))
  await write('POST', '/exhooks', server('log', { failed_action: 'ignore', enable: false }))
  await write('POST', '/exhooks', server('check', { enable: false, ssl: { password: secret } }))
  await write('POST', '/exhooks/check/move', { position: 'front' })
}

async function listHooks({ ask }: RunningBroker): Promise<unknown> {
  const { body } = await ask('GET', '/exhooks')
  return Array.isArray(body) ? body.map(({ name }: { readonly name: string }) => name) : body
}

test('applies the hook servers of another cluster in their order, plans nothing then, and takes it back', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await fillHooks(plant)
  await lab.write('POST', '/exhooks', server('own', { enable: false }))
  await lab.write('POST', '/exhooks', server('log', { failed_action: 'deny', enable: false }))
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  const text = await readFile(join(dir, 'hooks.yaml'), 'utf8')
  expect(text).toMatch(/hooks:\n {2}\$order:\n {4}- check\n {4}- order\n {4}- log\n {2}check:\n/)
  expect(text).toContain('password: ${env:HOOKS_CHECK_SSL_PASSWORD}\n')
  expect(text).not.toMatch(/metrics|node_status|hunTer2/)
  const before = await say('diff', ...at(lab), dir, ...kinds)
  expect([before.code, before.out]).toEqual([1, expect.stringMatching(/^ExHook servers +2 +2 +1 +0 +0$/m)])
  const log = join(dir, 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, dir, '--yes', '--log', log]
  const { code, out, err } = await sayIn(given, ...apply)
  expect([code, err]).toEqual([0, expect.stringContaining('(POST /exhooks/:name/move)\n')])
  expect(err).toContain('(PUT /exhooks/log)\n')
  expect(out).toContain('4 of 4 requests done.\n')
  expect(await listHooks(lab)).toEqual(['check', 'order', 'log', 'own'])
  expect(JSON.stringify(lab.context.config.document('exhook'))).toContain(secret)
  expect(await readFile(log, 'utf8')).not.toContain(secret)
  const after = await say('diff', ...at(lab), dir, ...kinds)
  expect(after.out).toMatch(/^ExHook servers +0 +0 +1 +0 +4$/m)
  expect((await sayIn(given, ...apply)).out).toMatch(/^Nothing to send/)
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('4 of 4 requests taken back.\n')])
  expect(await listHooks(lab)).toEqual(['own', 'log'])
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toBe(before.out)
})

test('deletes with --prune what only this cluster has, and puts it back where it was called', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  for (const { write } of [plant, lab]) {
    await write('POST', '/exhooks', server('first', { enable: false }))
    await write('POST', '/exhooks', server('last', { enable: false }))
  }
  await lab.write('POST', '/exhooks', server('own', { enable: false, pool_size: 3 }))
  await lab.write('POST', '/exhooks/own/move', { position: 'before:last' })
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  const log = join(dir, 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, dir, '--prune', '--yes', '--log']
  const { code, err } = await say(...apply, log)
  expect([code, err]).toEqual([0, expect.stringContaining('(DELETE /exhooks/own)\n')])
  expect(err).not.toContain('move')
  expect(await say('diff', ...at(lab), dir, ...kinds)).toMatchObject({ code: 0 })
  expect((await say(...apply, `${log}-2`)).out).toMatch(/^Nothing to send/)
  expect((await say('undo', ...at(lab), log, '--yes')).code).toBe(0)
  expect(await listHooks(lab)).toEqual(['first', 'own', 'last'])
  expect(await lab.ask('GET', '/exhooks/own')).toMatchObject({ body: { enable: false, pool_size: 3 } })
})

test('says what the broker refuses, and leaves it as it was', async () => {
  const lab = await startBroker()
  await fillHooks(lab)
  const file = join(await makeDir(), 'hooks.yaml')
  await writeFile(file, 'hooks:\n  log:\n    url: http://127.0.0.9:9\n    pool_size: 0\n')
  const { code, out, err } = await say('apply', ...at(lab), file, ...kinds, '--yes', '--log', `${file}.log`)
  expect([code, out]).toEqual([1, expect.stringContaining('0 of 1 request done.\n')])
  expect(err).toContain('Refused: ExHook servers log (PUT /exhooks/log)')
  expect(await lab.ask('GET', '/exhooks/log')).toMatchObject({
    body: { pool_size: 8, failed_action: 'ignore' },
  })
})

test('moves back what it moved where a later move is refused', async () => {
  const lab = await startBroker()
  for (const name of ['a', 'b', 'c', 'd']) await lab.write('POST', '/exhooks', server(name))
  const cluster = await openCluster({
    broker: lab.url,
    insecureTls: false,
    access: { username: 'admin', password },
  })
  let moves = 0
  async function interrupted<E extends Endpoint>(endpoint: E, asked: RequestOf<E>): Promise<ResponseOf<E>> {
    if (endpoint.path.endsWith('/move')) moves += 1
    // Another user deletes the server behind which the next server is to be placed.
    if (moves === 2 && endpoint.path.endsWith('/move')) await lab.ask('DELETE', '/exhooks/c')
    return await cluster.ask(endpoint, asked)
  }
  const ask: AskCluster = interrupted
  await expect(orderHooks(ask, ['d', 'a', 'c', 'b'], sortByOrder)).rejects.toMatchObject({
    problem: { kind: 'rejected', status: 404 },
  })
  expect(await listHooks(lab)).toEqual(['a', 'b', 'd'])
  await cluster.close()
})

test('does not call an order refused of which some moves stand', async () => {
  const lab = await startBroker()
  for (const name of ['a', 'b', 'c', 'd']) await lab.write('POST', '/exhooks', server(name))
  const cluster = await openCluster({
    broker: lab.url,
    insecureTls: false,
    access: { username: 'admin', password },
  })
  let moves = 0
  async function interrupted<E extends Endpoint>(endpoint: E, asked: RequestOf<E>): Promise<ResponseOf<E>> {
    const isMove = endpoint.path.endsWith('/move')
    if (isMove) moves += 1
    // Another user deletes the server behind which the next server is to be placed, then the server that is to be
    // moved back.
    if (isMove && moves === 2) await lab.ask('DELETE', '/exhooks/c')
    if (isMove && moves === 3) await lab.ask('DELETE', '/exhooks/d')
    return await cluster.ask(endpoint, asked)
  }
  const entries: Entry[] = []
  const step: Step = {
    kind: 'hooks',
    id: '$order',
    deed: 'change',
    neededBy: undefined,
    kept: [],
    toType: [],
    removed: [],
    files: [],
    before: { order: ['a', 'b', 'c', 'd'] },
    after: { order: ['d', 'a', 'c', 'b'] },
  }
  const run = {
    steps: [step],
    stopsAtFirst: true,
    signal: new AbortController().signal,
    ask: interrupted,
    explain: async (error: unknown) => cluster.explain(error),
    onEntry: (entry: Entry) => void entries.push(entry),
  }
  await applySteps(run, new Map())
  expect(entries).toMatchObject([
    { outcome: 'unknown', message: expect.stringMatching(/^Some hook servers were moved/) },
  ])
  await cluster.close()
})

test('finds nothing to apply from a backup of the same cluster, and from one that has no hook servers', async () => {
  const plant = await startBroker()
  await fillHooks(plant)
  const file = join(await makeDir(), 'emqx.conf')
  await writeFile(
    file,
    'exhook { servers = [{name = log, url = "http://127.0.0.9:9", failed_action = ignore, enable = false}] }\n',
  )
  const { out } = await say('diff', ...at(plant), file, ...kinds)
  expect(out).toMatch(/^ExHook servers +0 +0 +3 +0 +1$/m)
  await writeFile(file, 'mqtt { max_qos_allowed = 2 }\n')
  expect(await say('diff', ...at(plant), file, ...kinds)).toMatchObject({ code: 2 })
  expect(await say('diff', ...at(await startBroker()), file, ...kinds)).toMatchObject({ code: 0 })
})
