import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupFileSchema } from '@brokerdeck/contract/system/backups.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

async function start(options: Parameters<typeof createTestBroker>[0] = {}): Promise<TestBroker> {
  const broker = await createTestBroker(options)
  onTestFinished(() => broker.close())
  return broker
}

/** Opens a server on loopback that records what actions post. */
async function receiver() {
  const received: (string | undefined)[] = []
  const server = createServer((request, response) => {
    received.push(`${request.url} ${request.headers.authorization}`)
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { received, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

const load = (broker: TestBroker, text: string) =>
  broker.app.inject({
    method: 'PUT',
    url: '/api/v5/configs?mode=merge',
    payload: text,
    headers: { authorization: `Bearer ${broker.login()}`, 'content-type': 'text/plain' },
  })

const configOf = async (broker: TestBroker, login: string, key: string) =>
  (
    await broker.app.inject({
      url: `/api/v5/configs?key=${key}`,
      headers: { authorization: `Bearer ${login}`, accept: 'text/plain' },
    })
  ).payload

async function withFlow(broker: TestBroker, url: string): Promise<void> {
  const headers = { authorization: 'Bearer s3cret' }
  await broker.ask('POST', '/connectors', { type: 'http', name: 'web', url, headers, pool_size: 1 })
  const parameters = { path: '/in', method: 'post' }
  await broker.ask('POST', '/actions', { type: 'http', name: 'post', connector: 'web', parameters })
  await broker.ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
  await broker.ask('POST', '/sources', {
    type: 'mqtt',
    name: 'in',
    connector: 'far',
    parameters: { topic: 'x/#', qos: 1 },
  })
  await broker.ask('POST', '/rules', { id: 'r', sql: 'SELECT * FROM "t/#"', actions: ['http:post'] })
}

it('comes back from a backup with its secrets, and runs, also after a restart', async () => {
  const { received, url } = await receiver()
  const dataDir = await mkdtemp(join(tmpdir(), 'integrations-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const before = await createTestBroker({ dataDir })
  await withFlow(before, url)
  const shown = (await before.ask('GET', '/connectors/http:web')).body
  const { filename } = v.parse(backupFileSchema, (await before.ask('POST', '/data/export')).body)
  for (const path of ['/rules/r', '/actions/http:post', '/sources/mqtt:in', '/connectors/http:web'])
    expect((await before.ask('DELETE', path)).status).toBe(204)
  await before.close()

  const emptied = await createTestBroker({ dataDir })
  expect((await emptied.ask('GET', '/actions')).body).toEqual([])
  expect(await emptied.ask('POST', '/data/import', { filename })).toEqual({ status: 204, body: '' })
  expect((await emptied.ask('GET', '/connectors/http:web')).body).toEqual(shown)
  await emptied.ask('POST', '/publish', { topic: 't/1', payload: 'hello' })
  await eventually(() => expect(received).toEqual(['/in Bearer s3cret']))
  await emptied.close()

  const after = await start({ dataDir })
  await eventually(async () =>
    expect(await after.ask('GET', '/actions/http:post')).toMatchObject({ body: { status: 'connected' } }),
  )
  await after.ask('POST', '/publish', { topic: 't/1', payload: 'hello' })
  await eventually(() => expect(received).toHaveLength(2))
  expect((await after.ask('GET', '/sources')).body).toMatchObject([{ name: 'in', connector: 'far' }])
})

it('is read and changed as text; what a text leaves out stays', async () => {
  const { received, url } = await receiver()
  const broker = await start({ edition: 'enterprise' })
  await withFlow(broker, url)
  const administrator = await configOf(broker, broker.login(), 'connectors')
  expect(administrator).toContain('Bearer s3cret')
  const watcher = { username: 'watcher', password: 'correct horse 1' }
  await broker.ask('POST', '/users', { ...watcher, description: '', role: 'viewer' })
  const { token } = v.parse(
    v.object({ token: v.string() }),
    (await broker.ask('POST', '/login', watcher)).body,
  )
  const seen = await configOf(broker, token, 'connectors')
  expect(seen).toContain('******')
  expect(seen).not.toContain('s3cret')

  expect(await load(broker, 'actions.http.post.parameters.path = "/new"')).toMatchObject({ statusCode: 200 })
  // A mask stands for the stored secret.
  expect(await load(broker, seen)).toMatchObject({ statusCode: 200 })
  await broker.ask('POST', '/publish', { topic: 't/1', payload: 'hello' })
  await eventually(() => expect(received).toEqual(['/new Bearer s3cret']))
  expect((await broker.ask('GET', '/connectors')).body).toHaveLength(2)
})

it('is refused as the API refuses it, and nothing of the text is taken', async () => {
  const broker = await start()
  const web = 'connectors.http.web { url = "http://127.0.0.1:9" }\n'
  const refused = async (text: string) => {
    const { statusCode, payload } = await load(broker, web + text)
    expect(statusCode).toBe(400)
    expect((await broker.ask('GET', '/connectors')).body).toEqual([])
    return payload
  }
  const action = (connector: string) =>
    `actions.http.post { connector = ${connector}, parameters { method = post } }`
  expect(await refused(action('none'))).toContain('connector_not_found_or_wrong_type')
  expect(await refused('actions.http.post { connector = web }')).toContain('required_field')
  expect(await refused('connectors.http.wrong { url = "127.0.0.1" }')).toContain('Missing scheme in URL')
  expect(await refused('connectors.http."a b" { url = "http://x" }')).toContain('Invalid name format')
  expect(await refused('connectors.redis.r {}')).toContain('unknown_fields')
  // The connector may be part of the same text.
  expect(await load(broker, web + action('web'))).toMatchObject({ statusCode: 200 })
  expect((await broker.ask('GET', '/actions')).body).toMatchObject([{ name: 'post', connector: 'web' }])
})
