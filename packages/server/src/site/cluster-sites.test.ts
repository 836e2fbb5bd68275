import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import net from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { parseOptions } from '#options/options.ts'
import { openClusterSource } from '#sources/cluster-source.ts'
import { makeAuditPath, readAudit } from '#testing/audited-app.ts'
import { configFile } from '#testing/config-file.ts'
import { makeConsoleDir } from '#testing/console-fixture.ts'
import { rawExchange, startRawUpstream } from '#testing/raw-exchange.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { deadUpstream, startUpstream } from '#testing/upstream-fixture.ts'
import { startServer } from './start-server.ts'

/** Responds like EMQX to the requests of the start, and afterwards returns its name and records its requests. */
function brokerCalled(name: string) {
  const asked: string[] = []
  const held: (() => void)[] = []
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const isNodes = request.url === '/api/v5/nodes'
    const body = isNodes ? { code: 'AUTHORIZATION_HEADER_ERROR', message: 'no' } : { name }
    request.resume()
    const end = () => {
      response
        .writeHead(isNodes ? 401 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body))
    }
    if (request.url === '/api/v5/slow') held.push(end)
    else end()
  }
  return { asked, held, answer }
}

async function serveThree(more = '') {
  const [prod, stage] = [brokerCalled('prod'), brokerCalled('stage')]
  const tunnelled = await startRawUpstream(
    () => 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  )
  const ws = tunnelled.url.href.replace('http', 'ws')
  const text = `
port: 0
base-path: /deck/
idle-sign-out: 15
${more}
clusters:
  prod: { broker: "${(await startUpstream(prod.answer)).href}", role: production, read-only: true, restrict: payloads }
  stage: { broker: "${(await startUpstream(stage.answer)).href}", broker-ws: "${ws}" }
  gone: { broker: "${(await deadUpstream()).href}" }
`
  const config = await configFile(text)
  const command = parseOptions(['--config', config])
  if (command.kind !== 'serve') throw new Error(command.kind)
  const server = await startServer(command.options, {
    consoleDir: await makeConsoleDir(),
    version: '1.2.3',
    report: () => undefined,
    log: () => undefined,
    print: async () => undefined,
    openSource: ({ source, basePath }, report) => {
      if (source.kind !== 'cluster') throw new Error(source.kind)
      return openClusterSource(source, basePath, report)
    },
  })
  onTestFinished(() => server.close())
  return { server, prod, stage, tunnelled }
}

const facts = (page: string): unknown => {
  const [, content = ''] = /<meta name="brokerdeck" content="([^"]*)">/.exec(page) ?? []
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

it('each cluster is below its own path, with the overview before them, and one that is away holds up nobody', async () => {
  const { server } = await serveThree()
  const get = (path: string, accept = 'text/html') => rawRequest(server.url, path, { headers: { accept } })
  const named = async (path: string) => JSON.parse(String((await get(path)).body))
  expect(await named('/deck/c/prod/api/v5/x')).toEqual({ name: 'prod' })
  expect(await named('/deck/c/stage/api/v5/x')).toEqual({ name: 'stage' })
  expect(await named('/deck/c/prod/api/v5/trace/x/log')).toMatchObject({ code: 'PAYLOADS_HIDDEN' })
  expect(await named('/deck/c/stage/api/v5/trace/x/log')).toEqual({ name: 'stage' })
  expect((await get('/deck/c/gone/api/v5/x')).status).toBe(502)
  expect((await get('/deck/c/stage')).headers.location).toBe('/deck/c/stage/')
  const all = [
    { name: 'prod', role: 'production', readOnly: true, closed: ['payloads'] },
    { name: 'stage', readOnly: false, closed: [] },
    { name: 'gone', readOnly: false, closed: [] },
  ]
  const clusters = { home: '/deck/', all }
  const page = String((await get('/deck/c/prod/clients')).body)
  expect(page).toContain('<base href="/deck/c/prod/">')
  expect(facts(page)).toEqual({
    routing: 'browser',
    mode: 'cluster',
    readOnly: true,
    brokerName: 'prod',
    role: 'production',
    clusters,
    idleMinutes: 15,
    closed: ['payloads'],
  })
  expect(facts(String((await get('/deck/')).body))).toMatchObject({ mode: 'clusters', clusters })
  expect((await get('/deck/api/v5/nodes', 'application/json')).status).toBe(404)
  expect((await get('/deck/c/nobody/api/v5/nodes', 'application/json')).status).toBe(404)
  expect(server.facts.map(([label]) => label)).toEqual(['prod', 'stage', 'gone'])
})

it('what is read-only stays so, by whatever way it is asked', async () => {
  const { server, prod, stage } = await serveThree()
  const post = (path: string) =>
    rawRequest(server.url, path, { method: 'POST', headers: { 'content-type': 'application/json' } }, '{}')
  expect((await post('/deck/c/prod/api/v5/banned')).status).toBe(403)
  expect((await post('/deck/c/stage/api/v5/banned')).status).toBe(200)
  const before = prod.asked.length
  for (const path of [
    '/deck/c/%70rod/api/v5/banned',
    '/deck/c/stage/../prod/api/v5/banned',
    '/deck/c/stage/%2e%2e/prod/api/v5/banned',
    '/deck//c/prod/api/v5/banned',
    '/deck/c/PROD/api/v5/banned',
    '/deck/./c/prod/api/v5/banned',
    'http://x/deck/c/prod/api/v5/banned',
  ])
    await post(path)
  expect(prod.asked.slice(before)).toEqual([])
  expect(stage.asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /api/v5/banned'])
})

it('MQTT through the console goes to the cluster of the path', async () => {
  const { server, tunnelled } = await serveThree()
  const { host } = new URL(server.url)
  const upgrade = (path: string) =>
    rawExchange(
      server.url,
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n`,
    )
  expect(await upgrade('/deck/c/stage/mqtt')).toMatch(/^HTTP\/1\.1 101 /)
  expect(tunnelled.read).toHaveLength(1)
  expect(await upgrade('/deck/c/prod/mqtt')).toMatch(/^HTTP\/1\.1 403 /)
  expect(await upgrade('/deck/mqtt')).toMatch(/^HTTP\/1\.1 (403|404|502) /)
  expect(await upgrade('//')).toMatch(/^HTTP\/1\.1 40[04] /)
  expect(tunnelled.read).toHaveLength(1)
})

it('answers what is under way before it closes', async () => {
  const { server, stage } = await serveThree()
  const slow = rawRequest(server.url, '/deck/c/stage/api/v5/slow', {
    headers: { accept: 'application/json' },
  })
  await expect.poll(() => stage.held.length).toBe(1)
  let isClosed = false
  const closed = server.close().then(() => {
    isClosed = true
  })
  // Closing has begun once no connection is accepted any more.
  const knock = () =>
    rawRequest(server.url, '/deck/').then(
      () => 'let in',
      () => 'refused',
    )
  await expect.poll(knock).toBe('refused')
  expect(isClosed).toBe(false)
  stage.held[0]?.()
  expect((await slow).status).toBe(200)
  await closed
})

it('does not wait for ever for who never answers', async () => {
  const { server, stage } = await serveThree()
  const slow = rawRequest(server.url, '/deck/c/stage/api/v5/slow').catch(() => 'cut')
  await expect.poll(() => stage.held.length).toBe(1)
  const { host, hostname, port } = new URL(server.url)
  const tunnel = net.connect(Number(port), hostname)
  onTestFinished(() => void tunnel.destroy())
  tunnel.on('error', () => undefined)
  tunnel.write(
    `GET /deck/c/stage/mqtt HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n`,
  )
  await once(tunnel, 'data')
  await server.close()
  expect(await slow).toBe('cut')
})

it('keeps one audit log, whose lines name the cluster', async () => {
  const path = await makeAuditPath()
  const { server } = await serveThree(`audit-log: ${path}`)
  for (const name of ['prod', 'stage', 'gone'])
    await rawRequest(server.url, `/deck/c/${name}/api/v5/users/x`, { method: 'DELETE' })
  const ends = (await readAudit(path)).filter(({ event }) => event === 'end')
  expect(ends.map(({ cluster, path: asked, status }) => [cluster, asked, status])).toEqual([
    ['prod', '/deck/c/prod/api/v5/users/x', 403],
    ['stage', '/deck/c/stage/api/v5/users/x', 200],
    ['gone', '/deck/c/gone/api/v5/users/x', 502],
  ])
})
