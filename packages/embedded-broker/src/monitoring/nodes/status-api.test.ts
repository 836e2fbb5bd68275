import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker()
})

afterEach(() => broker.close())

it.each(['/status', '/api/v5/status'])('is told to anybody at %s', async (url) => {
  const text = await broker.app.inject({ url, headers: { accept: 'application/json' } })
  expect(text.headers['content-type']).toMatch(/^text\/plain/)
  expect(text.payload).toBe('Node emqx@127.0.0.1 is started\nemqx is running')
  const json = await broker.app.inject({ url: `${url}?format=json` })
  expect(json.json()).toEqual({
    node_name: 'emqx@127.0.0.1',
    rel_vsn: 'v5.8.9-brokerdeck',
    broker_status: 'started',
    app_status: 'running',
  })
})

it('is 503 while no node runs', async () => {
  for (const node of broker.context.cluster.nodes) await node.stop()
  for (const url of ['/status', '/api/v5/status']) {
    const answer = await broker.app.inject({ url })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '15'])
  }
})

it('explains the error codes', async () => {
  const answer = await broker.app.inject({ url: '/api/v5/error_codes' })
  expect(answer.json()).toContainEqual({ code: 'BAD_TOKEN', description: expect.any(String) })
})
