import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { openUpstream, type Upstream } from '#proxy/upstream.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { deadUpstream, startUpstream } from '#testing/upstream-fixture.ts'

const at = (url: URL): Upstream => openUpstream(new URL('/mqtt', url), { insecureTls: false })

async function probe(
  target: (node: string | undefined) => Upstream | undefined,
  readOnly = false,
  query = '',
  headers: Readonly<Record<string, string>> = {},
) {
  const app = await makeApp({ basePath: '/a/b/', readOnly, mqttTarget: target })
  const answer = await fetch(`${await listen(app)}/a/b/mqtt${query}`, {
    headers: { accept: 'application/json', ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

it('says that the tunnel leads to a broker, and leaves no connection behind', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/mqtt' })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  const { port }: AddressInfo = address
  const left = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  expect(await probe(() => at(new URL(`http://127.0.0.1:${port}`)))).toEqual({ status: 204, body: undefined })
  await left
})

it('says why it leads nowhere', async () => {
  const dead = await deadUpstream()
  expect(await probe(() => at(dead))).toMatchObject({ status: 502, body: { code: 'UPSTREAM_UNREACHABLE' } })
  const other = await startUpstream((_request, response) => response.writeHead(404).end())
  const refused = await probe(() => at(other))
  expect(refused.body).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  expect(refused.body.message).toContain('refused the WebSocket with 404')
  const asked: (string | undefined)[] = []
  const absent = await probe((node) => void asked.push(node), false, '?node=gone%40host')
  expect(absent).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(asked).toEqual(['gone@host'])
  expect(await probe(() => at(dead), true)).toMatchObject({ status: 403, body: { code: 'READ_ONLY' } })
})

it('says that the page is not known as its own, as the WebSocket would be refused', async () => {
  const dead = await deadUpstream()
  const ask = (headers: Readonly<Record<string, string>>) => probe(() => at(dead), false, '', headers)
  const at8443 = { 'x-page-origin': 'https://console.example:8443' }
  const foreign = await ask({ ...at8443, 'x-forwarded-host': 'console.example' })
  expect(foreign).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } })
  expect(foreign.body.message).toContain('console.example:8443, but this server was asked as 127.0.0.1')
  const known = await ask({ ...at8443, 'x-forwarded-host': 'console.example:8443' })
  expect(known).toMatchObject({ status: 502 })
})

it('leaves the address to the page for whoever opens it', async () => {
  const app = await makeApp({ basePath: '/a/b/' })
  const answer = await app.inject({ url: '/a/b/mqtt', headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<base href="/a/b/">')
})
