import { createHash } from 'node:crypto'
import http from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { deferred } from '#testing/deferred.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'
import { proxyPlugin } from './proxy-plugin.ts'
import { openUpstream } from './upstream.ts'
import { UpstreamPool } from './upstream-pool.ts'

const chunk = Buffer.alloc(64 * 1024, 'brokerdeck')
const chunks = 1024
const total = chunk.length * chunks
/** The maximum amount of data in sockets and streams on the way, which is far below the total. */
const onTheWay = total / 3
const digest = createHash('sha256')
for (let sent = 0; sent < chunks; sent += 1) digest.update(chunk)
const wanted = digest.digest('hex')

async function startProxy(url: URL): Promise<string> {
  const upstream = openUpstream(url, { insecureTls: false })
  const app = await makeApp({
    api: async (scope) => {
      await scope.register(proxyPlugin, { pool: new UpstreamPool([upstream]), basePath: '/' })
    },
  })
  return listen(app)
}

/** Writes all data; calls `onBlocked` with the number of written bytes when no more data is accepted for a while. */
async function pour(target: Writable, onBlocked: (taken: number) => void): Promise<void> {
  for (let sent = 0; sent < chunks; sent += 1) {
    if (target.write(chunk)) continue
    const drained = new Promise((resolve) => target.once('drain', resolve))
    const first = await Promise.race([drained.then(() => 'drained'), wait(500, 'blocked', { ref: false })])
    if (first === 'blocked') onBlocked(sent * chunk.length)
    await drained
  }
  target.end()
  onBlocked(total)
}

async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of source) hash.update(part)
  return hash.digest('hex')
}

it('takes an upload of 64 MB no faster than the broker does', async () => {
  const mayRead = deferred<void>()
  const url = await startUpstream(async (request, response) => {
    await mayRead.promise
    response.end(await hashOf(request))
  })
  const taken = deferred<number>()
  const answered = deferred<http.IncomingMessage>()
  const upload = http.request(
    `${await startProxy(url)}/api/v5/data/files`,
    { method: 'POST' },
    answered.resolve,
  )
  const poured = pour(upload, taken.resolve)
  expect(await taken.promise).toBeLessThan(onTheWay)
  mayRead.resolve()
  await poured
  const answer = await answered.promise
  expect(Buffer.concat(await answer.toArray()).toString()).toBe(wanted)
})

it('gives a download of 64 MB no faster than the browser takes it', async () => {
  const taken = deferred<number>()
  const url = await startUpstream((_request, response) => {
    pour(response, taken.resolve).catch((error) => response.destroy(error))
  })
  const answered = deferred<http.IncomingMessage>()
  http.get(`${await startProxy(url)}/api/v5/trace/mine/download`, answered.resolve)
  const answer = await answered.promise
  expect(await taken.promise).toBeLessThan(onTheWay)
  expect(await hashOf(answer)).toBe(wanted)
})
