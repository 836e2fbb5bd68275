import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Access } from '#broker-client/broker-session.ts'
import { startTlsUpstream } from '#testing/upstream-fixture.ts'
import { runCheck } from './run-check.ts'

const node = { node: 'a@b', node_status: 'running', role: 'core' }

/**
 * Starts a broker that accepts sign-ins, has one node, and gives the responses that the test adds; all other paths
 * are unknown.
 */
async function startBroker(add: (broker: FastifyInstance) => void, token = 't'): Promise<string> {
  const broker = Fastify()
  broker.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 'NOT_FOUND', message: 'Request Path Not Found' }),
  )
  broker.post('/api/v5/login', (_request, reply) =>
    reply.send({ token, version: '5.8.9', license: { edition: 'ce' } }),
  )
  broker.post('/api/v5/logout', (_request, reply) => reply.code(204).send())
  add(broker)
  onTestFinished(() => broker.close())
  return broker.listen({ host: '127.0.0.1', port: 0 })
}

const ann: Access = { username: 'ann', password: 'secret' }

async function check(broker: string, insecureTls = false, access = ann) {
  let text = ''
  const code = await runCheck({
    broker,
    access,
    insecureTls,
    write: (piece) => {
      text += piece
    },
  })
  return {
    code,
    text,
    row: (question: string) => text.split('\n').filter((line) => line.startsWith(question)),
  }
}

test('a shape that is not the contract’s is named with its path, a path that is not there as lacking', async () => {
  const asked: string[] = []
  const broker = await startBroker((app) => {
    app.addHook('onRequest', async (request) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    })
    app.get('/api/v5/nodes', (_request, reply) => reply.send([{ ...node, uptime: 'long' }]))
    app.get('/api/v5/cluster', (_request, reply) => reply.send({ name: 'x', nodes: ['a@b'], self: 'a@b' }))
    app.get('/api/v5/topics', (_request, reply) => reply.type('text/html').send('<html>hello</html>'))
  })
  const { code, text, row } = await check(broker)
  expect(code).toBe(1)
  expect(row('GET /nodes ').join()).toMatch(/200 +DOES NOT PARSE 0\.version: /)
  expect(row('GET /cluster ').join()).toMatch(/200 +read$/)
  expect(row('GET /topics?').join()).toMatch(/200 +DOES NOT PARSE \(answer\): /)
  expect(row('GET /clients?').join()).toMatch(/404 +NOT OFFERED, though the console needs it/)
  expect(row('GET /clients_v2').join()).toMatch(/404 +not offered by this broker/)
  expect(row('GET /clients/:clientid ').join()).toMatch(/not asked: nothing there to ask about/)
  expect(text).toMatch(/\d+ questions: .*\bnot readable\b.*cannot be fully used/)
  expect(asked).toContain('GET /api/v5/nodes/a%40b/stats Bearer t')
  expect(asked.at(-1)).toBe('POST /api/v5/logout Bearer t')
  const writes = asked.filter((line) => !line.startsWith('GET '))
  expect(writes.length).toBe(2)
})

test('one client of each kind is asked about, and one that leaves meanwhile is no fault', async () => {
  const asked: string[] = []
  const clients = [
    { clientid: '../x', connected: true },
    { clientid: 'plain', connected: true },
    { clientid: 'off', connected: false },
    { clientid: 'full', connected: false, mqueue_len: 3 },
    { clientid: '..', connected: true, inflight_cnt: 3 },
  ]
  const broker = await startBroker((app) => {
    app.get('/api/v5/clients', (_request, reply) =>
      reply.send({ data: clients, meta: { page: 1, limit: 1_000 } }),
    )
    app.get<{ Params: { clientid: string } }>('/api/v5/clients/:clientid/subscriptions', (request, reply) => {
      asked.push(request.params.clientid)
      return reply.code(404).send({ code: 'CLIENTID_NOT_FOUND', message: 'Client ID not found' })
    })
  })
  const { row } = await check(broker)
  expect(asked).toEqual(['../x', 'off', 'full'])
  expect(row('GET /clients/:clientid/subscriptions').join()).toMatch(/404 +gone while it was asked about/)
})

test('what is switched off or was never configured is no fault of a broker', async () => {
  const broker = await startBroker((app) => {
    app.get('/api/v5/audit', (_request, reply) =>
      reply.code(400).send({ code: 'BAD_REQUEST', message: 'Audit is disabled' }),
    )
    app.get('/api/v5/authorization/sources', (_request, reply) => reply.send({ sources: [] }))
    app.get('/api/v5/authorization/sources/built_in_database/rules/all', (_request, reply) =>
      reply.code(404).send({ code: 'NOT_FOUND', message: 'Not found: built_in_database' }),
    )
    app.get('/api/v5/sso/:backend', (_request, reply) =>
      reply.code(404).send({ code: 'BACKEND_NOT_FOUND', message: 'Backend not found' }),
    )
    app.get('/api/v5/stats', (_request, reply) =>
      reply.code(400).send({ code: 'BAD_REQUEST', message: 'The statistics are broken' }),
    )
  })
  const { row, text } = await check(broker)
  expect(row('GET /audit').join()).toMatch(/400 +switched off$/)
  expect(row('GET /authorization/sources/built_in_database/rules/all').join()).toMatch(/404 +not configured$/)
  expect(row('GET /sso/:backend').join()).toMatch(/404 +not configured$/)
  expect(row('GET /stats').join()).toMatch(/400 +REFUSED BAD_REQUEST: The statistics are broken/)
  expect(text).toMatch(/ 1 switched off, 3 not configured/)
})

test('what a broker says cannot steer the terminal', async () => {
  const broker = await startBroker((app) => {
    app.get('/api/v5/nodes', (_request, reply) =>
      reply.code(500).send({ code: 'BAD_RPC', message: 'oh\u001b[31m \u202eno\u0007' }),
    )
  })
  const { row, text } = await check(broker)
  expect(row('GET /nodes ').join()).toMatch(/500 +REFUSED BAD_RPC: oh\\u001b\[31m \\u202eno\\u0007$/)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('a wrong password ends the check', async () => {
  const broker = Fastify()
  broker.post('/api/v5/login', (_request, reply) =>
    reply.code(401).send({ code: 'BAD_USERNAME_OR_PWD', message: 'Auth failed' }),
  )
  onTestFinished(() => broker.close())
  const { code, text, row } = await check(await broker.listen({ host: '127.0.0.1', port: 0 }))
  expect(code).toBe(1)
  expect(row('POST /login').join()).toMatch(/401 +REFUSED BAD_USERNAME_OR_PWD: Auth failed/)
  expect(text).not.toContain('secret')
})

test('an API key needs no sign-in, and what only users are told is no fault', async () => {
  const asked: string[] = []
  const basic = `Basic ${Buffer.from('plant:hunTer2-key').toString('base64')}`
  const broker = await startBroker((app) => {
    app.addHook('onRequest', async (request, reply) => {
      asked.push(`${request.method} ${request.headers.authorization}`)
      if (request.headers.authorization !== basic)
        await reply.code(401).send({ code: 'BAD_API_KEY_OR_SECRET', message: 'hunTer2-wrong: check it' })
    })
    app.get('/api/v5/users', (_request, reply) =>
      reply.code(401).send({ code: 'API_KEY_NOT_ALLOW', message: 'This API Key does not have permission' }),
    )
    app.get('/api/v5/nodes', (request, reply) =>
      reply.code(500).send({ code: 'BAD_RPC', message: `crash in ${request.headers.authorization}` }),
    )
  })
  const by = (secret: string) => check(broker, false, { apiKey: { key: 'plant', secret } })
  const { text, row } = await by('hunTer2-key')
  expect(text).toMatch(/^Brokerdeck asks \S+ by an API key\. Nothing is changed\.\n/)
  expect(row('GET /users ').join()).toMatch(/401 +not open to API keys$/)
  expect(text).toMatch(/\d+ questions: .*\b1 not open to API keys\b/)
  expect(row('GET /nodes ').join()).toContain('REFUSED BAD_RPC: crash in Basic ******')
  expect(row('POST ')).toEqual([])
  expect(new Set(asked)).toEqual(new Set([`GET ${basic}`]))
  asked.length = 0
  const wrong = await by('hunTer2-wrong')
  expect([wrong.code, asked.length]).toEqual([1, 1])
  expect(wrong.row('GET /cluster ').join()).toMatch(/401 +REFUSED BAD_API_KEY_OR_SECRET: \*{6}: check it/)
  expect(text + wrong.text).not.toContain('hunTer2')
})

test('nobody at the address', async () => {
  const gone = Fastify()
  const address = await gone.listen({ host: '127.0.0.1', port: 0 })
  await gone.close()
  const { code, row } = await check(address)
  expect(code).toBe(1)
  expect(row('POST /login').join()).toMatch(/NO ANSWER .* cannot be reached: connection refused/)
})

test('a certificate that nobody vouches for is refused, unless that is wanted', async () => {
  const { href } = await startTlsUpstream((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"BAD_USERNAME_OR_PWD"}')
  })
  expect((await check(href)).row('POST /login').join()).toMatch(/NO ANSWER No secure connection/)
  expect((await check(href, true)).row('POST /login').join()).toMatch(/401 +REFUSED BAD_USERNAME_OR_PWD/)
})

test('a cluster that stores durably is asked about one site, one storage and one queue', async () => {
  const asked: string[] = []
  const shards = [{ id: '0', replicas: [{ site: '19CA0876F314A340', status: 'up' }] }]
  const queue = { id: 'g1:64712F23', group: 'g1', topic: 'dq/#', created_at: 1, start_time: 1 }
  const answers: Readonly<Record<string, unknown>> = {
    '/ds/sites': ['19CA0876F314A340', '4EBF315904A47039'],
    '/ds/sites/19CA0876F314A340': { node: 'a@b', up: true, shards: [] },
    '/ds/storages': ['messages', 'dqleader'],
    '/ds/storages/messages': { name: 'messages', shards },
    '/ds/storages/messages/replicas': ['19CA0876F314A340'],
    '/durable_queues': { data: [queue], meta: { hasnext: false } },
    '/durable_queues/g1%3A64712F23': queue,
  }
  const broker = await startBroker((app) => {
    app.get('/api/v5/*', (request, reply) => {
      const path = request.url.slice('/api/v5'.length)
      const answer = answers[path]
      if (answer === undefined) return reply.callNotFound()
      asked.push(path)
      return reply.send(answer)
    })
  })
  const { text } = await check(broker)
  expect(asked.toSorted()).toEqual(Object.keys(answers).toSorted())
  const rows = text.split('\n').filter((line) => /^GET \/(ds|durable_queues)\b/.test(line))
  expect(rows).toHaveLength(7)
  for (const row of rows) expect(row).toMatch(/200 +read$/)
})

test('no secret of an answer is printed, nor the own one that a refusal repeats', async () => {
  const planted = 'hunTer2-planted'
  const broker = await startBroker((app) => {
    app.get('/api/v5/nodes', (request, reply) =>
      reply.code(500).send({ code: 'BAD_RPC', message: `crash in ${request.headers.authorization}` }),
    )
    app.get('/api/v5/cluster', (_request, reply) =>
      reply.type('text/plain').send(`node { cookie = "${planted}" }`),
    )
    app.get('/api/v5/connectors', (_request, reply) =>
      reply.send([
        { type: planted.repeat(3), name: [planted], enable: `${planted} on`, password: { planted } },
      ]),
    )
    app.get('/api/v5/api_key', (_request, reply) =>
      reply.send([{ name: 'a', api_key: 314159265, enable: planted }]),
    )
  }, planted)
  const { text, row } = await check(broker)
  expect(row('GET /nodes ').join()).toContain('REFUSED BAD_RPC: crash in Bearer ******')
  for (const question of ['GET /cluster ', 'GET /connectors ', 'GET /api_key '])
    expect(row(question).join(), question).toContain('DOES NOT PARSE')
  expect(text).not.toContain(planted)
  expect(text).not.toContain('314159265')
})
