import { rm } from 'node:fs/promises'
import http from 'node:http'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { serveAudited } from '#testing/audited-app.ts'
import { deferred } from '#testing/deferred.ts'
import { failingDisk } from '#testing/failing-disk.ts'
import { rawRequest } from '#testing/raw-request.ts'

const json = { 'content-type': 'application/json' }

/** Starts a cluster that accepts every request. */
function startCluster() {
  const asked: string[] = []
  const answer: http.RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    asked.push(`${request.method} ${request.url} ${body}`)
    response.writeHead(request.method === 'GET' ? 200 : 204).end()
  }
  return { asked, answer }
}

it.each(['full', 'gone'])('refuses writes before they go on while the disk is %s', async (what) => {
  const { asked, answer } = startCluster()
  const files = failingDisk()
  const { address, lines, path, said, log } = await serveAudited(answer, { files })
  const write = () =>
    rawRequest(address, '/api/v5/users', { method: 'POST', headers: json }, '{"username":"x"}')
  expect((await write()).status).toBe(204)
  if (what === 'full') files.isFull = true
  else await rm(dirname(path), { recursive: true })
  const refused = await Promise.all([write(), write(), write()])
  for (const { status, body } of refused) {
    expect(status).toBe(503)
    expect(JSON.parse(String(body))).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(
        /^Nothing was changed, because the audit log of Brokerdeck cannot be written: E[^/]+\.$/,
      ),
    })
  }
  expect((await rawRequest(address, '/api/v5/nodes')).status).toBe(200)
  expect(asked).toEqual(['POST /api/v5/users {"username":"x"}', 'GET /api/v5/nodes '])
  expect(said).toEqual([expect.stringContaining(path)])
  expect(log.counts.get('refused')).toBe(3)
  if (what === 'gone') return
  files.isFull = false
  expect((await write()).status).toBe(204)
  expect(await lines()).toHaveLength(4)
  expect(said).toHaveLength(2)
})

it('lets writes through without their lines where it is told to, and counts them', async () => {
  const { asked, answer } = startCluster()
  const files = failingDisk()
  const { address, said, log } = await serveAudited(answer, { files, isBestEffort: true })
  files.isFull = true
  for (const name of ['a', 'b'])
    expect((await rawRequest(address, `/api/v5/users/${name}`, { method: 'DELETE' })).status).toBe(204)
  expect(asked).toHaveLength(2)
  expect(said).toEqual([expect.stringContaining('Writes go on without it until it can')])
  expect(Object.fromEntries(log.counts)).toEqual({ written: 0, refused: 0, unrecorded: 2, unfinished: 2 })
})

it('answers what was done when the disk fills up meanwhile: its first line is there', async () => {
  const files = failingDisk()
  const { address, lines, log } = await serveAudited(
    (_request, response) => {
      files.isFull = true
      response.writeHead(204).end()
    },
    { files },
  )
  expect((await rawRequest(address, '/api/v5/users/a', { method: 'DELETE' })).status).toBe(204)
  expect(await lines()).toMatchObject([{ event: 'begin', object: { kind: 'users', name: 'a' } }])
  expect(log.counts.get('unfinished')).toBe(1)
})

it('waits for the disk before a write goes on, and before it is answered', async () => {
  const steps: string[] = []
  const files = failingDisk()
  const { address } = await serveAudited(
    (request, response) => {
      if (request.method !== 'GET') steps.push('asked')
      response.writeHead(204).end()
    },
    { files },
  )
  files.onSync = async () => {
    // Requests that do not wait for the disk would have been handled before these requests are answered.
    for (const path of ['/api/v5/a', '/api/v5/b', '/api/v5/c']) await rawRequest(address, path)
    steps.push('on disk')
  }
  await rawRequest(address, '/api/v5/users/a', { method: 'DELETE' })
  steps.push('answered')
  expect(steps).toEqual(['on disk', 'asked', 'on disk', 'answered'])
})

it('refuses what is too much at once, and takes more when that is over', async () => {
  const mayAnswer = deferred<void>()
  const { address, lines, log } = await serveAudited(
    async (_request, response) => {
      await mayAnswer.promise
      response.writeHead(204).end()
    },
    { mostUnderWay: 2 },
  )
  const write = () => rawRequest(address, '/api/v5/users/a', { method: 'DELETE' })
  const first = [write(), write()]
  await expect.poll(lines).toHaveLength(2)
  const refused = await write()
  expect([refused.status, String(refused.body)]).toEqual([503, expect.stringContaining('too many writes')])
  mayAnswer.resolve()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([204, 204])
  expect((await write()).status).toBe(204)
  expect(log.counts.get('refused')).toBe(1)
})

it('has a line of a write whose client left', async () => {
  const [asked, left] = [deferred<void>(), deferred<void>()]
  const { address, lines } = await serveAudited(() => asked.resolve())
  const request = http.request(`${address}/api/v5/users/a`, { method: 'DELETE' })
  request.on('error', () => request.destroy())
  request.once('close', () => left.resolve())
  request.end()
  await asked.promise
  request.destroy()
  await left.promise
  await expect.poll(lines).toMatchObject([{ event: 'begin' }, { event: 'cut' }])
})

it('does not pass on a write whose client left before it could go on', async () => {
  const { asked, answer } = startCluster()
  const left = deferred<void>()
  const files = failingDisk()
  const { address, lines } = await serveAudited(answer, { files })
  const request = http.request(`${address}/api/v5/users/a`, { method: 'DELETE' })
  request.on('error', () => request.destroy())
  request.once('close', () => left.resolve())
  files.onSync = async () => {
    files.onSync = async () => undefined
    request.destroy()
    await left.promise
    for (let n = 0; n < 5; n += 1) await rawRequest(address, '/api/v5/nodes')
  }
  request.end()
  await expect.poll(lines).toMatchObject([{ event: 'begin' }, { event: 'cut' }])
  expect(asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
})
