import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const clock = manualClock()
let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker({ clock })
})

afterEach(() => broker.close())

const input = { name: 'grafana', desc: 'metrics reader', enable: true }
const createdSchema = v.object({ api_key: v.string(), api_secret: v.string() })

/** Creates a key and returns the header with which a program presents it. */
async function makeKey(more: object = {}): Promise<string> {
  const { body } = await broker.ask('POST', '/api_key', { ...input, ...more })
  const { api_key, api_secret } = v.parse(createdSchema, body)
  return `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}`
}

async function askWith(authorization: string, path: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await broker.app.inject({ method, url: `/api/v5${path}`, headers: { authorization } })
  return answer.statusCode === 200 ? 200 : answer.json()['code']
}

it('tells the secret once', async () => {
  const { body } = await broker.ask('POST', '/api_key', input)
  const { api_secret, ...told } = v.parse(v.looseObject(createdSchema.entries), body)
  expect(api_secret).toMatch(/^[\w-]{43}$/)
  expect(told).toMatchObject({ name: 'grafana', expired_at: 'infinity', expired: false, enable: true })
  expect(told).not.toHaveProperty('role')
  expect((await broker.ask('GET', '/api_key/grafana')).body).toEqual(told)
  expect((await broker.ask('GET', '/api_key')).body).toEqual([told])
})

it('lets a program in but to users and keys, until it is disabled, expired or gone', async () => {
  const key = await makeKey({ expired_at: new Date(clock.now() + 3_600_000).toISOString() })
  const { expired_at } = v.parse(
    v.object({ expired_at: v.string() }),
    (await broker.ask('GET', '/api_key/grafana')).body,
  )
  expect(await askWith(key, '/cluster')).toBe(200)
  expect(await askWith(`${key.slice(0, -4)}AAAA`, '/cluster')).toBe('BAD_API_KEY_OR_SECRET')
  for (const path of ['/users', '/api_key', '/api_key/grafana']) {
    expect(await askWith(key, path)).toBe('API_KEY_NOT_ALLOW')
  }
  const change = (body: object) => broker.ask('PUT', '/api_key/grafana', { expired_at, ...body })
  await change({ enable: false })
  expect(await askWith(key, '/cluster')).toBe('BAD_API_KEY_OR_SECRET')
  await change({ enable: true })
  expect(await askWith(key, '/cluster')).toBe(200)
  clock.advance(3_600_000)
  expect(await askWith(key, '/cluster')).toBe('BAD_API_KEY_OR_SECRET')
  expect(await broker.ask('GET', '/api_key/grafana')).toMatchObject({ body: { expired: true } })
  await change({ expired_at: 'infinity' })
  expect(await askWith(key, '/cluster')).toBe(200)
  expect((await broker.ask('DELETE', '/api_key/grafana')).status).toBe(204)
  expect(await askWith(key, '/cluster')).toBe('BAD_API_KEY_OR_SECRET')
})

it('forgets the expiry that a change leaves out, and keeps the rest', async () => {
  await makeKey({ expired_at: '2130-12-31T23:59:59+01:00' })
  expect(await broker.ask('GET', '/api_key/grafana')).toMatchObject({
    body: { expired_at: '2130-12-31T22:59:59+00:00' },
  })
  expect(await broker.ask('PUT', '/api_key/grafana', { enable: false })).toMatchObject({
    status: 200,
    body: { desc: 'metrics reader', enable: false, expired_at: 'infinity' },
  })
})

it.each([
  [{ ...input, name: '1 bad name!' }, 'Name should be ^[A-Za-z]+[A-Za-z0-9-_]*$'],
  [{ ...input, name: '' }, 'Name Length must =< 256'],
  [{ ...input, name: 'a'.repeat(257) }, 'Name Length must =< 256'],
  [{ ...input, expired_at: 'tomorrow' }, 'Expected: infinity, got:tomorrow'],
  [{ ...input, enable: 'yes' }, 'Unable to parse boolean value'],
  [{ name: 'grafana', desc: '' }, '"path":"enable"'],
])('refuses to create %j', async (body, message) => {
  expect(await broker.ask('POST', '/api_key', body)).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message: expect.stringContaining(message) },
  })
  expect(broker.context.apiKeys.list()).toEqual([])
})

it('refuses a name that is taken or unknown', async () => {
  await makeKey()
  expect(await broker.ask('POST', '/api_key', input)).toMatchObject({
    body: { code: 'BAD_REQUEST', message: 'name_already_existed' },
  })
  for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
    expect(await broker.ask(method, '/api_key/ghost', body)).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Name NOT FOUND' },
    })
  }
})
