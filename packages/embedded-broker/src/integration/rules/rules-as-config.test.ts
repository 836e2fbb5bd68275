import { describeBackup } from '@brokerdeck/contract/system/backup-archive.ts'
import { backupFileSchema } from '@brokerdeck/contract/system/backups.ts'
import { gunzip } from '@brokerdeck/languages/gzip.ts'
import { readTar } from '@brokerdeck/languages/tar.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { formPayload } from '../../testing/form-payload.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

async function start(): Promise<TestBroker> {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  return broker
}

const republish = {
  function: 'republish',
  args: { topic: 'copy/${clientid}', payload: '${x}', qos: 0, retain: true },
}
const rule = {
  id: 'r',
  sql: 'SELECT payload.x as x, clientid FROM "t/#"',
  actions: [republish, 'http:alarms'],
}

it('goes into backups and comes back with its settings, beside the rules that are there', async () => {
  const [from, to] = [await start(), await start()]
  await from.ask('POST', '/rules', { ...rule, description: 'copies', enable: true })
  await from.ask('PUT', '/rule_engine', { jq_function_default_timeout: '7s' })
  const made = v.parse(
    backupFileSchema,
    (await from.ask('POST', '/data/export', { root_keys: ['rule_engine'] })).body,
  )
  const headers = (broker: TestBroker) => ({ authorization: `Bearer ${broker.login()}` })
  const url = `/api/v5/data/files/${encodeURIComponent(made.filename)}`
  const { rawPayload } = await from.app.inject({ method: 'GET', url, headers: headers(from) })
  const bytes = new Uint8Array(rawPayload)
  const { config } = describeBackup(readTar(await gunzip(bytes, 1_000_000)))
  expect(config).toMatchObject({ rule_engine: { rules: { r: { sql: rule.sql, enable: true } } } })

  await to.ask('POST', '/rules', { id: 'other', sql: 'SELECT * FROM "o"' })
  await to.ask('POST', '/rules', { id: 'r', sql: 'SELECT * FROM "before"', description: 'before' })
  const form = await formPayload('filename', made.filename, bytes)
  const sent = await to.app.inject({
    method: 'POST',
    url: '/api/v5/data/files',
    payload: form.payload,
    headers: { ...form.headers, ...headers(to) },
  })
  expect([sent.statusCode, sent.payload]).toEqual([204, ''])
  expect((await to.ask('POST', '/data/import', { filename: made.filename })).status).toBe(204)
  expect((await to.ask('GET', '/rules/r')).body).toEqual((await from.ask('GET', '/rules/r')).body)
  expect((await to.ask('GET', '/rules/other')).status).toBe(200)
  expect((await to.ask('GET', '/rule_engine')).body).toMatchObject({ jq_function_default_timeout: 7000 })

  const client = await connectClient(to.context.cluster, { clientId: 'c' })
  onTestFinished(() => client.endAsync(true))
  await client.publishAsync('t/1', '{"x":5}')
  await eventually(() =>
    expect(to.context.cluster.retained('copy/c').map(({ payload }) => String(payload))).toEqual(['5']),
  )
})

it('is refused as a rule is, and nothing of it is taken', async () => {
  const broker = await start()
  const load = (text: string) =>
    broker.app.inject({
      method: 'PUT',
      url: '/api/v5/configs?mode=merge',
      payload: text,
      headers: { authorization: `Bearer ${broker.login()}`, 'content-type': 'text/plain' },
    })
  const answer = await load(
    'rule_engine { rules { fine { sql = "SELECT * FROM \\"t\\"" }, wrong { sql = "SELECT" } } }',
  )
  expect(answer.statusCode).toBe(400)
  expect(answer.payload).toContain('rule_engine.rules.wrong.sql')
  expect((await broker.ask('GET', '/rules')).body).toMatchObject({ data: [] })
  expect((await load('rule_engine { rules { fine { sql = "SELECT * FROM \\"t\\"" } } }')).statusCode).toBe(
    200,
  )
  expect((await broker.ask('GET', '/rules/fine')).body).toMatchObject({ enable: true, from: ['t'] })
})
