import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { eventually } from '@brokerdeck/embedded-broker/testing/eventually.ts'
import { createTestBroker, type TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { examine as health, examineToReport as report } from '#testing/examine.ts'
import { deadUpstream, startTlsUpstream } from '#testing/upstream-fixture.ts'

/** Starts an embedded broker on a socket. */
async function listen(edition: 'community' | 'enterprise' = 'community') {
  const broker = await createTestBroker({ edition })
  onTestFinished(() => broker.close())
  return { broker, address: await broker.app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** Starts a broker that accepts sign-ins and gives the responses that the test adds; all other paths are unknown. */
async function listenAs(add: (broker: FastifyInstance) => void, edition = 'ee'): Promise<string> {
  const broker = Fastify()
  broker.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 'NOT_FOUND', message: 'Request Path Not Found' }),
  )
  broker.post('/api/v5/login', (_request, reply) =>
    reply.send({ token: 'token-of-ann', version: '5.8.9', license: { edition } }),
  )
  broker.post('/api/v5/logout', (_request, reply) => reply.code(204).send())
  add(broker)
  onTestFinished(() => broker.close())
  return broker.listen({ host: '127.0.0.1', port: 0 })
}

const ann = { username: 'ann', password: 'hunTer2-planted' }

it('knows the default password from its own sign-in', async () => {
  const { address } = await listen()
  const { code, out, err } = await health(address)
  expect([code, err]).toEqual([1, ''])
  expect(out).toMatch(
    /^CRITICAL +default-password +Default password: admin still has the default password\.$/m,
  )
  expect(out).toMatch(/^ +→ Users: System settings › Users$/m)
  expect(out).toMatch(/^WARNING +anonymous-access +Anonymous access: Clients connect without credentials\.$/m)
  expect(out).toMatch(/^OK +nodes +Nodes: All 2 nodes are running\.$/m)
  expect(out.split('\n')[0]).toMatch(
    / \(http:\/\/127\.0\.0\.1:\d+\): 1 critical, 1 warning, 1 unknown, 16 ok$/,
  )
})

describe('each check fails where the broker does', () => {
  const breaks: readonly {
    readonly id: string
    readonly state: 'critical' | 'warning'
    readonly verdict: RegExp
    readonly evidence: RegExp
    readonly act: (broker: TestBroker) => Promise<unknown>
  }[] = [
    {
      id: 'nodes',
      state: 'critical',
      verdict: /^1 of 2 nodes not running\.$/,
      evidence: /^emqx2@/,
      act: async ({ context }) => context.cluster.nodes[1]?.stop(),
    },
    {
      id: 'connectors',
      state: 'critical',
      verdict: /^1 of 1 enabled connector is not connected\.$/,
      evidence: /^http:erp is disconnected: .*Nothing accepts connections at this address and port\.$/,
      act: ({ ask }) => ask('POST', '/connectors', { type: 'http', name: 'erp', url: 'http://127.0.0.1:9' }),
    },
    {
      id: 'actions',
      state: 'critical',
      verdict: /^1 of 1 enabled action or source is not connected/,
      evidence: /^http:orders is disconnected/,
      act: async ({ ask }) => {
        await ask('POST', '/connectors', { type: 'http', name: 'erp', url: 'http://127.0.0.1:9' })
        const parameters = { path: '/x', method: 'post' }
        await ask('POST', '/actions', { type: 'http', name: 'orders', connector: 'erp', parameters })
      },
    },
    {
      id: 'evacuations',
      state: 'warning',
      verdict: /^1 node is being evacuated\.$/,
      evidence: /^emqx2@127\.0\.0\.2: 1 of 1 clients left$/,
      act: async ({ ask, context }) => {
        await connectClient(context.cluster, { clientId: 'a', node: 'emqx2@127.0.0.2' })
        const wait = { wait_health_check: '1h' }
        await ask('POST', '/load_rebalance/emqx2@127.0.0.2/evacuation/start', wait)
      },
    },
    {
      id: 'alarms',
      state: 'warning',
      verdict: /^1 alarm is active\.$/,
      evidence: /emqx2@/,
      act: async ({ context }) => context.cluster.nodes[1]?.stop(),
    },
  ]

  it.each(breaks)('$id', async ({ id, state, verdict, evidence, act }) => {
    const { broker, address } = await listen('enterprise')
    const before = await report(address, { checks: [id] })
    expect([before.code, before.worst]).toEqual([0, 'ok'])
    await act(broker)
    const { code, worst, checks } = await report(address, { checks: [id], failOn: 'warning' })
    expect([code, worst]).toEqual([1, state])
    expect(checks).toEqual([expect.objectContaining({ id, state, verdict: expect.stringMatching(verdict) })])
    expect(checks[0]?.evidence.join('\n')).toMatch(new RegExp(evidence, 'm'))
    const { code: lenient } = await report(address, { checks: [id] })
    expect(lenient).toBe(state === 'critical' ? 1 : 0)
  })

  it('hook-servers', async () => {
    const { broker, address } = await listen()
    await broker.ask('POST', '/exhooks', { name: 'audit', url: 'http://127.0.0.1:9' })
    const { code, checks } = await report(address, { checks: ['hook-servers'], failOn: 'warning' })
    expect(code).toBe(1)
    expect(checks[0]?.verdict).toBe('1 of 1 enabled hook server is not connected.')
  })

  it('drops, by two looks', async () => {
    const { broker, address } = await listen()
    const { cluster } = broker.context
    const slow = await connectClient(cluster, { clientId: 'slow', clean: false, protocolVersion: 4 })
    await slow.subscribeAsync('t', { qos: 1 })
    slow.end(true)
    await eventually(() => expect(cluster.session('slow')?.isConnected).toBe(false))
    const publish = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1)
        await cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 1, retain: false })
    }
    await publish((cluster.session('slow')?.mqueueMax ?? 0) + 3)
    const checks = ['drops']
    const once = await report(address, { checks, failOn: 'unknown' })
    expect([once.code, once.checks[0]?.state]).toEqual([1, 'unknown'])
    expect(once.checks[0]?.evidence.join()).toMatch(/3 since the nodes started/)
    vi.useFakeTimers({ toFake: ['Date'] })
    const waitForSecondLook = async () => {
      await publish(5)
      vi.setSystemTime(Date.now() + 5_000)
    }
    const twice = await report(address, { checks, waitForSecondLook, failOn: 'warning' })
    vi.useRealTimers()
    expect([twice.code, twice.checks[0]?.verdict]).toEqual([
      1,
      expect.stringMatching(/^Losing .* per second/),
    ])
  })
})

it('judges what no embedded broker has: a certificate that ends soon, a full license, a port that is taken', async () => {
  const running = { running: true, current_connections: 0, max_connections: 10 }
  const stopped = { ...running, running: false }
  const address = await listenAs((broker) => {
    broker.get('/api/v5/listeners', () => [
      {
        id: 'ssl:default',
        type: 'ssl',
        name: 'default',
        bind: '0.0.0.0:8883',
        enable: true,
        acceptors: 16,
        number: 1,
        status: running,
        node_status: [{ node: 'a@1', status: running }],
      },
      {
        id: 'tcp:default',
        type: 'tcp',
        name: 'default',
        bind: '0.0.0.0:1883',
        enable: true,
        acceptors: 16,
        number: 1,
        status: stopped,
        node_status: [{ node: 'a@1', status: stopped }],
      },
    ])
    broker.get('/api/v5/nodes', () => [
      {
        node: 'a@1',
        node_status: 'running',
        role: 'core',
        edition: 'Enterprise',
        version: '5.8.9',
        uptime: 1,
        otp_release: '26',
        memory_total: '1.00G',
        memory_used: '0.5G',
        connections: 0,
        live_connections: 30,
        cluster_sessions: 30,
        process_available: 1000,
        process_used: 10,
        max_fds: 1000,
        load1: 0,
        load5: 0,
        load15: 0,
        log_path: '',
        sys_path: '',
      },
    ])
    broker.get('/api/v5/license', () => ({
      customer: 'x',
      customer_type: 10,
      deployment: 'x',
      email: 'x',
      type: 'official',
      expiry: false,
      expiry_at: '2099-01-01',
      start_at: '2020-01-01',
      max_sessions: 25,
      max_connections: 25,
    }))
    const at = Math.floor(Date.now() / 1000) + 864_000
    broker.get('/api/v5/prometheus/stats', (_request, reply) =>
      reply
        .type('text/plain')
        .send(`emqx_cert_expiry_at{listener_type="ssl",listener_name="default",node="a@1"} ${at}\n`),
    )
  })
  const { checks } = await report(address, {
    access: ann,
    checks: ['certificates', 'license', 'listeners'],
  })
  expect(checks.map(({ id, state, verdict }) => [id, state, verdict])).toEqual([
    ['listeners', 'critical', '1 enabled listener is not running on every node.'],
    ['license', 'critical', 'The session limit of the license is reached.'],
    ['certificates', 'warning', 'A certificate expires within 30 days.'],
  ])
  expect(checks[0]?.evidence).toEqual(['tcp:default is not running on a@1'])
  expect(checks[2]?.evidence).toEqual([expect.stringMatching(/^ssl:default expires at .*, in \d+ d$/)])
})

it('says of what cannot be read or is refused why, and judges the others, and signs out', async () => {
  const asked: string[] = []
  const address = await listenAs((broker) => {
    broker.addHook('onRequest', async ({ method, url, headers }) => {
      asked.push(`${method} ${url} ${headers.authorization ?? ''}`)
    })
    broker.get('/api/v5/alarms', (_request, reply) => reply.send({ data: 'none' }))
    broker.get('/api/v5/exhooks', (_request, reply) =>
      reply
        .code(500)
        .send({ code: 'INTERNAL_ERROR', message: '\u001b[2Jgone\u0085 hunTer2-planted \u{e0041}' }),
    )
    broker.get('/api/v5/connectors', () => [])
  })
  const checks = ['alarms', 'hook-servers', 'connectors']
  const { code, out } = await health(address, { access: ann, checks })
  expect(code).toBe(0)
  expect(out).toMatch(/^UNKNOWN +alarms .*did not give an answer\.\n +- The answer could not be read/m)
  expect(out).toMatch(/^OK +connectors +Connectors: No connectors are configured\.$/m)
  expect(out).toContain('\\u001b[2Jgone\\u0085 ****** \\udb40\\udc41')
  expect(out).not.toMatch(/(?!\n)\p{Cc}/u)
  expect(asked[0]).toBe('POST /api/v5/login ')
  expect(asked.at(-1)).toBe('POST /api/v5/logout Bearer token-of-ann')
  expect(asked.filter((one) => !one.startsWith('GET '))).toHaveLength(2)
  const json = await health(address, { access: ann, checks, isJson: true, failOn: 'unknown' })
  expect(json.code).toBe(1)
  expect(json.out).not.toMatch(/(?!\n)\p{Cc}|hunTer2|token-of-ann/u)
  expect(json.out).toContain('\\u001b[2Jgone')
})

it('asks with an API key, which is refused some questions', async () => {
  const { broker, address } = await listen()
  const { body } = await broker.ask('POST', '/api_key', { name: 'cron', enable: true, desc: '' })
  const keySchema = v.object({ api_key: v.string(), api_secret: v.string() })
  const { api_key, api_secret } = v.parse(keySchema, body)
  const access = { apiKey: { key: api_key, secret: api_secret } }
  const { code, out } = await health(address, { access })
  expect(code).toBe(0)
  expect(out).toMatch(
    /^UNKNOWN +default-password .*\n +- Refused to an API key\. Sign in as a user for this\.$/m,
  )
  expect(out).toMatch(/^OK +license +License: This edition needs no license\.$/m)
  expect(out).not.toContain(api_secret)
  const wrong = await health(address, { access: { apiKey: { key: api_key, secret: 'wrong-secret' } } })
  expect([wrong.code, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toMatch(/^brokerdeck: the API key is refused: HTTP 401 · BAD_API_KEY_OR_SECRET/)
  expect(wrong.err).not.toContain('wrong-secret')
})

it('ends with 2 where nobody answers or nobody is let in, and goes on to the next address', async () => {
  const { address } = await listen()
  const dead = (await deadUpstream()).origin
  const next = await report(address, { brokers: [dead, address], checks: ['nodes'] })
  expect([next.code, next.broker]).toEqual([0, address])
  const none = await health(dead)
  expect([none.code, none.out]).toEqual([2, ''])
  expect(none.err).toMatch(/^brokerdeck: 127\.0\.0\.1:\d+ cannot be reached: connection refused\n$/)
  const wrong = await health(address, { access: ann })
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('BAD_USERNAME_OR_PWD')])
  expect(wrong.err).not.toContain('hunTer2')
  const tls = await startTlsUpstream((_request, response) => response.end('{}'))
  const untrusted = await health(tls.origin)
  expect([untrusted.code, untrusted.err]).toEqual([2, expect.stringContaining('No secure connection')])
  const trusted = await health(tls.origin, { insecureTls: true })
  expect([trusted.code, trusted.err]).toEqual([2, expect.stringContaining('no sign-in: HTTP 200')])
})

it('links to the pages of the console, and paints on a terminal only', async () => {
  const { address } = await listen()
  const console = new URL('https://ops.example/deck/')
  const painted = await health(address, { console, hasColours: true, checks: ['anonymous-access'] })
  expect(painted.out).toContain('→ Authentication: https://ops.example/deck/authentication')
  expect(painted.out).toContain('\u001b[33mWARNING')
  const { checks } = await report(address, { console, checks: ['anonymous-access'] })
  expect(checks[0]?.fix).toEqual({
    label: 'Authentication',
    menu: 'Access Control › Authentication',
    path: '/authentication',
    url: 'https://ops.example/deck/authentication',
  })
})
