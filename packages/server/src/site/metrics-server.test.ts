import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseExposition } from '@brokerdeck/embedded-broker/testing/parse-exposition.ts'
import { expect, it, onTestFinished } from 'vitest'
import type { ServeOptions } from '#options/options.ts'
import type { ApiSource } from '#sources/api-source.ts'
import { makeConsoleDir } from '#testing/console-fixture.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { startServer } from './start-server.ts'

async function serve(wishes: Partial<ServeOptions>, source: Partial<ApiSource> = {}) {
  const said: string[] = []
  const logged: string[] = []
  const options: ServeOptions = {
    host: '127.0.0.1',
    port: 0,
    basePath: '/',
    readOnly: false,
    closed: [],
    allowedHosts: [],
    trustedProxies: [],
    source: {
      kind: 'embedded',
      nodes: 1,
      dataDir: '',
      mqttPort: 0,
      wsPort: 0,
      hasSampleFleet: false,
      adminPassword: undefined,
      edition: 'community',
    },
    ...wishes,
  }
  const server = await startServer(options, {
    consoleDir: await makeConsoleDir(),
    version: '1.2.3',
    report: (line) => said.push(line),
    log: (line) => logged.push(line),
    print: async (text) => void logged.push(text),
    openSource: async () => ({
      mode: 'cluster',
      brokerName: 'b',
      api: async (app) => {
        app.get('/api/v5/nodes', () => [])
      },
      mqttTarget: () => undefined,
      addresses: () => [{ name: 'b:18083', isUp: true, failovers: 3 }],
      whyNotReady: async () => undefined,
      facts: [],
      close: async () => undefined,
      ...source,
    }),
  })
  onTestFinished(() => server.close())
  const metrics = server.facts.find(([label]) => label === 'Metrics')?.[1] ?? ''
  const text = async (path: string) => {
    const answer = await fetch(new URL(path, metrics))
    return { status: answer.status, text: await answer.text() }
  }
  return { server, said, logged, text, address: metrics.replace(/\/metrics$/, '') }
}

const metrics = { host: '127.0.0.1', port: 0 }

it('says that it lives, and is ready only while something behind it answers', async () => {
  let why: string | undefined = 'b:18083 cannot be reached: connection refused'
  const { text } = await serve({ metrics }, { whyNotReady: async () => why })
  expect(await text('/healthz')).toEqual({ status: 200, text: 'ok\n' })
  expect(await text('/readyz')).toEqual({ status: 503, text: `${why}\n` })
  why = undefined
  await expect.poll(() => text('/readyz'), { timeout: 5_000 }).toEqual({ status: 200, text: 'ok\n' })
  expect((await text('/api/v5/nodes')).status).toBe(404)
})

it('counts what was asked of it, and which address of the cluster answers', async () => {
  const { server, text } = await serve({ metrics })
  await fetch(`${server.url}api/v5/nodes`)
  await fetch(`${server.url}static/none.js?token=secret`)
  const { text: figures } = await text('/metrics')
  expect(figures).toContain('brokerdeck_build_info{version="1.2.3"} 1')
  expect(figures).toContain(
    'brokerdeck_http_request_duration_seconds_count{kind="api",method="GET",status="2xx"} 1',
  )
  expect(figures).toContain(
    'brokerdeck_http_request_duration_seconds_count{kind="console",method="GET",status="4xx"} 1',
  )
  expect(figures).toContain('brokerdeck_upstream_up{address="b:18083"} 1')
  expect(figures).toContain('brokerdeck_upstream_failovers_total{address="b:18083"} 3')
  expect(figures).toContain('process_cpu_seconds_total')
  expect(figures).not.toContain('secret')
})

it('counts the faults that the embedded broker has contained', async () => {
  const { text } = await serve({ metrics }, { faults: () => new Map([['packet', 2]]) })
  expect((await text('/metrics')).text).toContain('brokerdeck_embedded_faults_total{place="packet"} 2')
})

it('stays a text that Prometheus reads, with the same series whoever asks for what', async () => {
  const names = [
    'prod a"b{c="d"} 1:1',
    'a\\',
    'a\nbrokerdeck_upstream_up 1',
    'a\rb',
    '\ud800',
    'x'.repeat(10_000),
  ]
  const { server, text } = await serve(
    { metrics },
    { addresses: () => names.map((name) => ({ name, isUp: true, failovers: 0 })) },
  )
  const readSeries = async () =>
    parseExposition(Buffer.from((await text('/metrics')).text))
      .filter(({ name }) => name.startsWith('brokerdeck_'))
      .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
  const ask = async (wave: string) => {
    for (const method of ['GET', 'POST', 'PURGE', 'REPORT', 'LINK']) {
      for (const path of [`/${wave}`, `/api/v5/${wave}`, `/static/${wave}"}`, '/', `/?${wave}`])
        await rawRequest(server.url, path, { method, headers: { 'x-forwarded-for': wave } })
    }
  }
  await ask('one')
  await expect.poll(readSeries).toContainEqual(expect.stringContaining('"method","other"'))
  const before = await readSeries()
  await ask('two')
  await ask('three')
  expect(await readSeries()).toEqual(before)
  expect(before.filter((one) => one.startsWith('brokerdeck_upstream_up '))).toHaveLength(names.length)
})

it('answers as nobody else, like the console', async () => {
  const { address } = await serve({ metrics, allowedHosts: ['deck.example'] })
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const foreign = await rawRequest(address, path, { headers: { host: 'evil.example:9' } })
    expect([foreign.status, String(foreign.body)]).toEqual([403, expect.stringContaining('evil.example')])
    expect((await rawRequest(address, path, { headers: { host: 'deck.example' } })).status).toBe(200)
  }
})

it.each(['text', 'json'] as const)(
  'writes a line for each request as %s, without what is secret',
  async (accessLog) => {
    const { server, logged } = await serve({ accessLog })
    await fetch(`${server.url}api/v5/nodes?apikey=secret`, { headers: { authorization: 'Bearer secret' } })
    await expect.poll(() => logged.length).toBe(1)
    const [line = ''] = logged
    expect(line).not.toContain('secret')
    if (accessLog === 'json')
      expect(JSON.parse(line)).toMatchObject({
        client: '127.0.0.1',
        method: 'GET',
        path: '/api/v5/nodes',
        status: 200,
      })
    else expect(line).toMatch(/^\d{4}-\S+Z 127\.0\.0\.1 GET \/api\/v5\/nodes 200 [\d.]+ ms$/)
  },
)

it('says in one line which of its ports is taken', async () => {
  const { server } = await serve({})
  const port = Number(new URL(server.url).port)
  await expect(serve({ metrics: { host: '127.0.0.1', port } })).rejects.toThrow(/taken.*--metrics-port/)
})

it('refuses a certificate that it cannot use before anything listens', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-tls-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'a.pem'), 'no certificate')
  const tls = { cert: join(dir, 'a.pem'), key: join(dir, 'a.pem') }
  await expect(serve({ tls })).rejects.toMatchObject({ code: 'BAD_TLS' })
  await expect(serve({ tls: { ...tls, cert: join(dir, 'none.pem') } })).rejects.toMatchObject({
    code: 'BAD_TLS',
  })
})
