import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { proxyPlugin } from '#proxy/proxy-plugin.ts'
import { openUpstream } from '#proxy/upstream.ts'
import { UpstreamPool } from '#proxy/upstream-pool.ts'
import { script } from '#testing/console-fixture.ts'
import { frontProxies } from '#testing/front-proxy.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'

async function startConsole(): Promise<string> {
  const basePath = '/a/b/'
  const echo = await startUpstream((request, response) => response.end(`${request.method} ${request.url}`))
  const upstream = openUpstream(echo, { insecureTls: false })
  const mqtt = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  mqtt.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
  await once(mqtt, 'listening')
  onTestFinished(() => {
    for (const client of mqtt.clients) client.terminate()
    mqtt.close()
  })
  const address = mqtt.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const webSocket = openUpstream(new URL(`ws://127.0.0.1:${port}/mqtt`), { insecureTls: false })
  const app = await makeApp({
    basePath,
    mqttTarget: () => webSocket,
    api: async (scope) => {
      await scope.register(proxyPlugin, { pool: new UpstreamPool([upstream]), basePath })
    },
  })
  return listen(app)
}

it.each(frontProxies)('works under a sub-path behind %s', async (_name, start) => {
  const front = await start(await startConsole())

  const page = await (await fetch(`${front}/a/b/clients/x.y`, { headers: { accept: 'text/html' } })).text()
  const base = /<base href="([^"]+)">/.exec(page)?.[1] ?? ''
  expect(base).toBe('/a/b/')
  const source = /src="([^"]+)"/.exec(page)?.[1] ?? ''
  const loaded = await fetch(new URL(source, new URL(base, front)))
  expect(loaded.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
  expect(await loaded.text()).toBe(script)

  const api = await rawRequest(front, '/a/b/api/v5/clients/a%2Fb%23?x=%2F', { method: 'DELETE' })
  expect(api.body.toString()).toBe('DELETE /api/v5/clients/a%2Fb%23?x=%2F')
  expect(await (await fetch(`${front}/a/b/version`)).text()).toBe('refs/tags/v1.2.3\n')

  const socket = new WebSocket(`${front.replace('http', 'ws')}/a/b/mqtt`, 'mqtt', {
    headers: { origin: front },
  })
  await once(socket, 'open')
  socket.send('hello')
  const [answer] = await once(socket, 'message')
  expect([socket.protocol, String(answer)]).toEqual(['mqtt', 'hello'])
  socket.terminate()
})
