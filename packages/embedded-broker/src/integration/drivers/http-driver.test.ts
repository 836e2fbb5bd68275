import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createPlain, type Server as PlainServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../certificates/self-signed.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { localService } from '../../testing/local-service.ts'
import { rowOf, runningAction, runningConnector } from '../testing/running.ts'
import { httpDriver } from './http-driver.ts'

/** Resolves with the address of a server that listens until the end of the test. */
function listening(server: PlainServer): Promise<string> {
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '')
    })
  })
}

/** Creates a server that listens again on its previous port. */
function createHttp(hear: (body: string) => void): Server {
  return createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      hear(Buffer.concat(chunks).toString())
      response.end()
    })
  })
}

const row = rowOf({ clientid: 'dev 1', topic: 'a/b', payload: '{"t":1}', qos: 1n })

test('A row becomes a request made of connector, action and templates', async () => {
  const service = await localService(() => ({ status: 201 }))
  const running = await runningConnector(httpDriver, {
    url: `${service.url}/base/`,
    headers: { accept: 'text/plain', 'x-from': 'connector', connection: 'close' },
  })
  expect(running.connector.health).toEqual({ status: 'connected' })
  const whole = await runningAction(running, { method: 'post', path: '/all' })
  const { send, metrics } = await runningAction(running, {
    method: 'put',
    path: '/sink/${clientid}?t=${topic}',
    headers: { 'X-From': 'action', 'x-topic': '${topic}\r\nx-evil: 1' },
    body: '{"payload": ${payload}, "missing": "${nothing}"}',
  })
  send(row)
  await eventually(() => expect(metrics.figures).toMatchObject({ matched: 1, success: 1, failed: 0 }))
  expect(service.heard).toMatchObject([
    {
      method: 'PUT',
      url: '/base/sink/dev%201?t=a/b',
      headers: { accept: 'text/plain', 'x-from': 'action', 'x-topic': 'a/b%0D%0Ax-evil: 1' },
      body: '{"payload": {"t":1}, "missing": "undefined"}',
    },
  ])
  whole.send(row)
  await eventually(() => expect(service.heard).toHaveLength(2))
  expect(JSON.parse(service.heard[1]?.body ?? '')).toEqual({
    clientid: 'dev 1',
    topic: 'a/b',
    payload: '{"t":1}',
    qos: 1,
  })
})

test('GET and DELETE have no body', async () => {
  const service = await localService(() => ({ status: 200 }))
  const running = await runningConnector(httpDriver, { url: service.url })
  for (const method of ['get', 'delete']) {
    const { send, metrics } = await runningAction(running, { method, path: '/x', body: '${.}' })
    send(row)
    await eventually(() => expect(metrics.figures.success).toBe(1))
  }
  expect(service.heard.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['DELETE', ''],
  ])
})

test.each([
  [400, { failed: 1, inflight: 0 }],
  [500, { failed: 1, inflight: 0 }],
  [302, { failed: 1, inflight: 0 }],
  [429, { failed: 0, inflight: 1 }],
  [503, { failed: 0, inflight: 1 }],
])('A status of %i', async (status, figures) => {
  const service = await localService(() => ({ status }))
  const running = await runningConnector(httpDriver, { url: service.url })
  const { send, metrics } = await runningAction(running, { path: '/x' })
  send(row)
  await eventually(() => expect(service.heard).toHaveLength(1))
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 0, ...figures }))
})

test('A service that is gone is said to be so, and what came meanwhile arrives when it is back', async () => {
  let arrived: string[] = []
  const start = (port: number) =>
    new Promise<{ stop(): Promise<void> }>((resolve) => {
      const server = createHttp((body) => arrived.push(body)).listen(port, '127.0.0.1', () =>
        resolve({
          stop: () =>
            new Promise<void>((done) => {
              server.closeAllConnections()
              server.close(() => done())
            }),
        }),
      )
    })
  const port = await freePort()
  const first = await start(port)
  const url = `http://127.0.0.1:${port}`
  const running = await runningConnector(httpDriver, { url, resource_opts: { health_check_interval: '2s' } })
  const opts = { health_check_interval: '2s', request_ttl: 'infinity' }
  const { action, send, metrics } = await runningAction(running, { path: '/x', body: '${n}' }, opts)
  send(rowOf({ n: 0n }))
  await eventually(() => expect(arrived).toEqual(['0']))
  await first.stop()
  arrived = []
  send(rowOf({ n: 1n }))
  await eventually(() =>
    expect(running.connector.health).toEqual({ status: 'disconnected', reason: 'Connection refused' }),
  )
  expect(action.health).toEqual({ status: 'disconnected', reason: 'Resource not operational' })
  for (let n = 2n; n <= 50n; n++) send(rowOf({ n }))
  expect(metrics.figures).toMatchObject({ matched: 51, success: 1, inflight: 1, queuing: 49, dropped: 0 })
  const second = await start(port)
  onTestFinished(() => second.stop())
  running.clock.advance(2000)
  await eventually(() => expect(action.health).toEqual({ status: 'connected' }))
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 51, queuing: 0, inflight: 0 }))
  expect(arrived.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
})

const { cert, key } = selfSigned('service', ['localhost'], ['127.0.0.1'], Date.now())

test('A service that is not trusted, or speaks no TLS, is not connected, with why', async () => {
  const server = createServer({ cert, key }, (_request, response) => response.end('{}'))
  const url = await listening(server)
  const trusting = await runningConnector(httpDriver, { url: `https://${url}` })
  expect(trusting.connector.health).toEqual({ status: 'connected' })
  const ssl = { enable: true, verify: 'verify_peer' }
  const strict = await runningConnector(httpDriver, { url: `https://${url}`, ssl })
  expect(strict.connector.health).toMatchObject({ reason: /^\{tls_alert,\{bad_certificate,/ })
  const plain = createPlain((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'))
  const spoken = await runningConnector(httpDriver, { url: `https://${await listening(plain)}` })
  expect(spoken.connector.health).toMatchObject({ reason: /^\{tls_alert,\{unexpected_message,/ })
})

test('What is no HTTP, or has no end, neither ends the broker nor counts as arrived', async () => {
  const rubbish = createPlain((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('\u0000\u0001 nonsense\r\n\r\n'))
  })
  const running = await runningConnector(httpDriver, { url: `http://${await listening(rubbish)}` })
  const { send, metrics } = await runningAction(running, { path: '/x' })
  send(row)
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 0, inflight: 1 }))
  const endless = await localService(() => ({ status: 200, body: 'x'.repeat(3_000_000) }))
  const long = await runningConnector(httpDriver, { url: endless.url })
  const other = await runningAction(long, { path: '/x' })
  other.send(row)
  await eventually(() => expect(other.metrics.figures).toMatchObject({ success: 1 }))
})
