import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openUpstream } from '#proxy/upstream.ts'
import { deadUpstream, startTlsUpstream, startUpstream } from '#testing/upstream-fixture.ts'
import { type ProbeResult, probeBroker } from './cluster-source.ts'

async function probe(url: URL): Promise<ProbeResult> {
  const upstream = openUpstream(url, { insecureTls: false })
  onTestFinished(() => upstream.close())
  return probeBroker(upstream)
}

function answering(path: string, status: number, body: string): RequestListener {
  return (request, response) => {
    response.statusCode = request.url === path ? status : 404
    response.end(request.url === path ? body : '<html>')
  }
}

const refusal = JSON.stringify({
  code: 'AUTHORIZATION_HEADER_ERROR',
  message: 'Support authorization: basic/bearer ',
})

it('knows an EMQX 5 by how it refuses a request without a token, or by its status', async () => {
  expect(await probe(await startUpstream(answering('/api/v5/nodes', 401, refusal)))).toEqual({ kind: 'emqx' })
  const running = 'Node emqx@127.0.0.1 is started\nemqx is running'
  expect(await probe(await startUpstream(answering('/api/v5/status', 200, running)))).toEqual({
    kind: 'emqx',
  })
})

it('asks below the path of the address', async () => {
  const url = await startUpstream(answering('/emqx/api/v5/nodes', 401, refusal))
  expect(await probe(new URL('/emqx', url))).toEqual({ kind: 'emqx' })
})

it.each([
  ['a web server', 404, '<html>not found</html>'],
  ['one that answers everything', 200, '<html>hello</html>'],
  ['another API with tokens', 401, '{"error":"unauthorized"}'],
])('tells %s', async (_what, status, body) => {
  expect(await probe(await startUpstream(answering('/api/v5/nodes', status, body)))).toMatchObject({
    kind: 'other',
  })
})

it('tells what does not speak HTTP', async () => {
  const server = createServer((socket) => void socket.end('SSH-2.0-OpenSSH_9\r\n'))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  expect(await probe(new URL(`http://127.0.0.1:${port}`))).toMatchObject({ kind: 'other' })
})

it('tells one that is not there, or whose reverse proxy does not find it, from one that is something else', async () => {
  expect(await probe(await deadUpstream())).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringContaining('connection refused'),
  })
  const behindProxy = await startUpstream(answering('/api/v5/nodes', 502, 'bad gateway'))
  expect(await probe(behindProxy)).toMatchObject({ kind: 'unreachable' })
})

it('gives the reason why a certificate was not accepted', async () => {
  const url = await startTlsUpstream(answering('/api/v5/nodes', 401, refusal))
  expect(await probe(url)).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringContaining('self-signed'),
  })
})
