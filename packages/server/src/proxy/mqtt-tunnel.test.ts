import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { deferred } from '#testing/deferred.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { deadUpstream, startUpstream } from '#testing/upstream-fixture.ts'
import { openUpstream, type Upstream } from './upstream.ts'

function upstreamOf(url: URL): Upstream {
  return openUpstream(new URL('/mqtt', url), { insecureTls: false })
}

async function startBroker(
  onConnection: (socket: WebSocket) => void,
): Promise<{ url: URL; server: WebSocketServer }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/mqtt' })
  server.on('connection', onConnection)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  const { port }: AddressInfo = address
  return { url: new URL(`http://127.0.0.1:${port}`), server }
}

async function startTunnel(
  target: (node: string | undefined) => Upstream | undefined,
  readOnly = false,
): Promise<string> {
  const app = await makeApp({ basePath: '/a/b/', readOnly, mqttTarget: target })
  return (await listen(app)).replace('http:', 'ws:')
}

/** Resolves with the status and the error code with which the handshake is refused. */
async function refusal(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: unknown }> {
  const answered = deferred<{ status: number; code: unknown }>()
  const socket = new WebSocket(url, 'mqtt', { headers })
  socket.on('error', () => socket.terminate())
  socket.on('open', () => answered.resolve({ status: 101, code: undefined }))
  socket.on('unexpected-response', async (_request, response) => {
    const body = Buffer.concat(await response.toArray()).toString()
    answered.resolve({ status: response.statusCode ?? 0, code: JSON.parse(body).code })
  })
  const result = await answered.promise
  socket.terminate()
  return result
}

describe('MQTT over WebSocket', () => {
  it('passes in both directions, with subprotocol, frames and close codes', async () => {
    const seen = deferred<{ code: number; reason: string }>()
    const { url } = await startBroker((socket) => {
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
      socket.on('close', (code, reason) => seen.resolve({ code, reason: reason.toString() }))
    })
    const socket = new WebSocket(`${await startTunnel(() => upstreamOf(url))}/a/b/mqtt`, ['mqtt', 'mqttv3.1'])
    await once(socket, 'open')
    expect(socket.protocol).toBe('mqtt')
    const packet = Buffer.from([0x10, 0x00, 0xff, 0xfe, 0x80])
    socket.send(packet)
    const [data, isBinary] = await once(socket, 'message')
    expect([data, isBinary]).toEqual([packet, true])
    socket.close(4001, 'enough')
    expect(await seen.promise).toEqual({ code: 4001, reason: 'enough' })
  })

  it('passes the broker’s close code to the browser', async () => {
    const { url } = await startBroker((socket) => socket.close(1008, 'kicked'))
    const socket = new WebSocket(`${await startTunnel(() => upstreamOf(url))}/a/b/mqtt`, 'mqtt')
    const [code, reason] = await once(socket, 'close')
    expect([code, String(reason)]).toEqual([1008, 'kicked'])
  })

  it('ends for one side when the other is gone', async () => {
    const arrived = deferred<WebSocket>()
    const { url } = await startBroker(arrived.resolve)
    const socket = new WebSocket(`${await startTunnel(() => upstreamOf(url))}/a/b/mqtt`, 'mqtt')
    const onBroker = await arrived.promise
    await once(socket, 'open')
    socket.terminate()
    await once(onBroker, 'close')
  })

  it('sends no faster than the browser takes', async () => {
    const arrived = deferred<WebSocket>()
    const { url } = await startBroker(arrived.resolve)
    const socket = new WebSocket(`${await startTunnel(() => upstreamOf(url))}/a/b/mqtt`, 'mqtt')
    const onBroker = await arrived.promise
    await once(socket, 'open')
    socket.pause()
    const message = Buffer.alloc(1024 * 1024)
    for (let sent = 0; sent < 64; sent += 1) onBroker.send(message)
    await wait(500)
    expect(onBroker.bufferedAmount).toBeGreaterThan(40 * message.length)
    let received = 0
    const all = deferred<void>()
    socket.on('message', () => {
      received += 1
      if (received === 64) all.resolve()
    })
    socket.resume()
    await all.promise
  })

  it('goes to the node that is asked for', async () => {
    const asked: (string | undefined)[] = []
    const { url } = await startBroker((socket) => socket.close())
    const address = await startTunnel((node) => {
      asked.push(node)
      return node === 'gone@host' ? undefined : upstreamOf(url)
    })
    expect(await refusal(`${address}/a/b/mqtt?node=n2%40host`)).toMatchObject({ status: 101 })
    expect(await refusal(`${address}/a/b/mqtt?node=gone%40host`)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(asked).toEqual(['n2@host', 'gone@host'])
  })

  it('takes neither cookies nor the page’s origin along', async () => {
    const { url, server } = await startBroker(() => undefined)
    const address = await startTunnel(() => upstreamOf(url))
    const headers = { cookie: 'a=b', origin: address.replace('ws:', 'http:') }
    const socket = new WebSocket(`${address}/a/b/mqtt`, 'mqtt', { headers })
    const opened = once(socket, 'open')
    const [, request] = await once(server, 'connection')
    await opened
    expect(request.headers).not.toHaveProperty('cookie')
    expect(request.headers).not.toHaveProperty('origin')
    socket.terminate()
  })
})

describe('a handshake is refused', () => {
  it('when the broker is down', async () => {
    const url = await deadUpstream()
    const address = await startTunnel(() => upstreamOf(url))
    expect(await refusal(`${address}/a/b/mqtt`)).toEqual({ status: 502, code: 'UPSTREAM_UNREACHABLE' })
  })

  it('when the broker speaks no WebSocket there', async () => {
    const url = await startUpstream((_request, response) => response.writeHead(404).end())
    const address = await startTunnel(() => upstreamOf(url))
    expect(await refusal(`${address}/a/b/mqtt`)).toEqual({ status: 502, code: 'UPSTREAM_UNREACHABLE' })
  })

  it('to pages of other origins, but not to ours, nor to ours behind a proxy', async () => {
    const { url } = await startBroker(() => undefined)
    const address = await startTunnel(() => upstreamOf(url))
    const own = address.replace('ws:', 'http:')
    const at = `${address}/a/b/mqtt`
    expect(await refusal(at, { origin: 'http://evil.example' })).toEqual({
      status: 403,
      code: 'FOREIGN_ORIGIN',
    })
    expect(await refusal(at, { origin: 'null' })).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' })
    expect(await refusal(at, { origin: own })).toMatchObject({ status: 101 })
    const outside = { origin: 'https://console.example', 'x-forwarded-host': 'console.example' }
    expect(await refusal(at, outside)).toMatchObject({ status: 101 })
  })

  it('when nothing may be written, or there is no such place', async () => {
    const { url } = await startBroker(() => undefined)
    const readOnly = await startTunnel(() => upstreamOf(url), true)
    expect(await refusal(`${readOnly}/a/b/mqtt`)).toEqual({ status: 403, code: 'READ_ONLY' })
    const address = await startTunnel(() => upstreamOf(url))
    expect(await refusal(`${address}/mqtt`)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await refusal(`${address}/a/b/api/v5/nodes`)).toEqual({ status: 404, code: 'NOT_FOUND' })
  })
})
