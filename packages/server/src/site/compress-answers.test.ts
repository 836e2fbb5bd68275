import { once } from 'node:events'
import http from 'node:http'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync, gzipSync } from 'node:zlib'
import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { proxyPlugin } from '#proxy/proxy-plugin.ts'
import { openUpstream } from '#proxy/upstream.ts'
import { UpstreamPool } from '#proxy/upstream-pool.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'

const text = JSON.stringify({ data: Array.from({ length: 500 }, (_, n) => ({ clientid: `pump-${n}` })) })

async function startProxy(listener: http.RequestListener): Promise<string> {
  const upstream = openUpstream(await startUpstream(listener), { insecureTls: false })
  const api = async (scope: Parameters<typeof proxyPlugin>[0]) => {
    await scope.register(proxyPlugin, { pool: new UpstreamPool([upstream]), basePath: '/' })
  }
  return listen(await makeApp({ api }))
}

const answering = (headers: http.OutgoingHttpHeaders, body: string | Buffer = text, status = 200) =>
  startProxy((_request, response) => void response.writeHead(status, headers).end(body))
const json = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
const taking = (encodings: string, method = 'GET') => ({ method, headers: { 'accept-encoding': encodings } })

describe('an answer of the API', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
  ])('goes compressed to who takes %s', async (encodings, encoding, unpack) => {
    const answer = await rawRequest(await answering(json), '/api/v5/clients', taking(encodings))
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(answer.headers['content-length']).toBeUndefined()
    expect(String(unpack(answer.body))).toBe(text)
    expect(answer.body.length).toBeLessThan(text.length / 5)
  })

  it('goes as it is to who takes nothing else', async () => {
    const answer = await rawRequest(await answering(json), '/api/v5/clients', taking('identity, deflate'))
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(String(answer.body)).toBe(text)
  })

  it('is compressed by the embedded broker’s side, too', async () => {
    const broker = await createTestBroker()
    onTestFinished(() => broker.close())
    const address = await listen(await makeApp({ api: broker.plugin }))
    const headers = { authorization: `Bearer ${broker.login()}`, 'accept-encoding': 'br' }
    const answer = await rawRequest(address, '/api/v5/configs', { headers })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br'])
    expect(String(brotliDecompressSync(answer.body))).toContain('mqtt {')
  })
})

describe('not compressed is', () => {
  it.each([
    ['what already is', { ...json, 'content-encoding': 'gzip', 'content-length': undefined }, 200],
    ['a download', { ...json, 'content-disposition': 'attachment; filename=x.json' }, 200],
    ['what is no text', { ...json, 'content-type': 'application/octet-stream' }, 200],
    ['a part of something', { ...json, 'content-range': 'bytes 0-9/10' }, 206],
    ['a refusal', json, 400],
    ['what has a tag of its own', { ...json, etag: '"x"' }, 200],
  ])('%s', async (_name, { 'content-length': length, ...headers }: http.OutgoingHttpHeaders, status) => {
    const body = headers['content-encoding'] === 'gzip' ? gzipSync(text) : text
    const sent = length === undefined ? headers : { ...headers, 'content-length': length }
    const answer = await rawRequest(await answering(sent, body, status), '/api/v5/x', taking('br, gzip'))
    expect([answer.status, String(answer.body)]).toEqual([status, String(body)])
    expect(answer.headers['content-encoding']).toBe(headers['content-encoding'])
  })

  it.each(['POST', 'PUT', 'DELETE'])('an answer to %s, which may hold a token', async (method) => {
    const answer = await rawRequest(await answering(json), '/api/v5/login', taking('br, gzip', method))
    expect([answer.headers['content-encoding'], String(answer.body)]).toEqual([undefined, text])
  })

  it('an answer to HEAD, whose length is kept', async () => {
    const answer = await rawRequest(await answering(json), '/api/v5/x', taking('br, gzip', 'HEAD'))
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body.length).toBe(0)
  })

  it('a small one', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': 2 }
    const answer = await rawRequest(await answering(headers, '{}'), '/api/v5/x', taking('br'))
    expect([answer.headers['content-encoding'], String(answer.body)]).toEqual([undefined, '{}'])
  })
})

describe('while an answer comes in parts', () => {
  it('each of them is passed on at once', async () => {
    let more: () => void = () => undefined
    const address = await startProxy((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('first')
      more = () => response.end(' second')
    })
    const asked = http.get(`${address}/api/v5/x`, { headers: { 'accept-encoding': 'br' } })
    const [answer] = await once(asked, 'response')
    const plain = answer.pipe(createBrotliDecompress())
    const [first] = await once(plain, 'data')
    expect(String(first)).toBe('first')
    more()
    const [second] = await once(plain, 'data')
    expect(String(second)).toBe(' second')
  })

  it('a break is seen as one', async () => {
    const address = await startProxy((_request, response) => {
      response.writeHead(200, json)
      response.write('half', () => response.destroy())
    })
    await expect(rawRequest(address, '/api/v5/x', taking('br'))).rejects.toThrow(/aborted|hang up/)
  })

  it('who goes away is gone behind the proxy, too', async () => {
    const closed = new Promise<void>((resolve) => {
      void startProxy((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).write('first')
        response.once('close', resolve)
      }).then((address) => {
        const asked = http.get(`${address}/api/v5/x`, { headers: { 'accept-encoding': 'br' } }, () =>
          asked.destroy(),
        )
        asked.on('error', () => undefined)
      })
    })
    await closed
  })
})
