import { appendFile, open, rename, rm, writeFile } from 'node:fs/promises'
import type http from 'node:http'
import { expect, it } from 'vitest'
import { readAudit, serveAudited } from '#testing/audited-app.ts'
import { deferred } from '#testing/deferred.ts'
import { rawRequest } from '#testing/raw-request.ts'

const json = { 'content-type': 'application/json' }

/** Starts a cluster with a list of users that issues a new token for each sign-in. */
function startCluster(users: readonly object[] = [{ username: 'ann', description: '' }]) {
  const state = { users, expired: false, hold: Promise.resolve() }
  const asked: string[] = []
  const answer: http.RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method, url = '', headers } = request
    asked.push(`${method} ${url}`)
    if (url.endsWith('/login')) {
      const { username } = JSON.parse(body)
      return response.writeHead(200, json).end(JSON.stringify({ token: `token-of-${username}` }))
    }
    if (state.expired) {
      response.writeHead(401, json)
      return response.end(JSON.stringify({ code: 'BAD_TOKEN', message: 'Get a token by POST /login' }))
    }
    await state.hold
    if (url === '/api/v5/users') return response.writeHead(200, json).end(JSON.stringify(state.users))
    return response.writeHead(headers['x-answer'] === 'refused' ? 404 : 204).end()
  }
  return { state, asked, answer }
}

const signIn = async (address: string, username = 'ann') => {
  const body = JSON.stringify({ username, password: 'x' })
  await rawRequest(address, '/api/v5/login', { method: 'POST', headers: json }, body)
  return { authorization: `Bearer token-of-${username}` }
}

async function ask(address: string, headers: http.OutgoingHttpHeaders, query = '') {
  const { status, body } = await rawRequest(address, `/brokerdeck/audit-log?${query}`, { headers })
  return { status, answer: JSON.parse(body.toString()) }
}

/** Reads the whole log, one response after the other. */
async function readAll(address: string, headers: http.OutgoingHttpHeaders, query = '', from = '') {
  const rows: Record<string, unknown>[] = []
  let cursor = from === '' ? '' : `&cursor=${from}`
  for (let answers = 1; ; answers += 1) {
    const { status, answer } = await ask(address, headers, `${query}${cursor}`)
    expect(status).toBe(200)
    rows.push(...answer.data)
    if (answer.meta.cursor === undefined) return { rows, answers }
    cursor = `&cursor=${answer.meta.cursor}`
  }
}

const line = (id: number, more: object = {}) => {
  const time = new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString()
  const who = { cluster: 'plant', user: 'ann', auth: 'session', address: '10.0.0.7' }
  const what = {
    method: 'DELETE',
    path: `/api/v5/clients/c${id}`,
    object: { kind: 'clients', name: `c${id}` },
  }
  const known = { time, id: String(id).padStart(12, '0'), event: 'end', ...who, ...what }
  return `${JSON.stringify({ ...known, status: 204, duration: 2, ...more })}\n`
}

it('gives an administrator each write once, with what the API calls it, and leaves no line itself', async () => {
  const { answer } = startCluster()
  const { address, path } = await serveAudited(answer)
  const ann = await signIn(address)
  await rawRequest(address, '/api/v5/clients/a%2Fb', { method: 'DELETE', headers: ann })
  await rawRequest(address, '/api/v5/clients/c', {
    method: 'DELETE',
    headers: { ...ann, 'x-answer': 'refused' },
  })
  const before = (await readAudit(path)).length
  const { status, answer: given } = await ask(address, ann)
  expect(status).toBe(200)
  expect(given.meta).toEqual({ count: 3 })
  expect(given.data).toMatchObject([
    { event: 'end', user: 'ann', status: 404 },
    {
      event: 'end',
      auth: 'session',
      status: 204,
      object: { kind: 'clients', name: 'a/b' },
      operation: { id: '/clients/:clientid', bindings: { clientid: 'a/b' } },
    },
    { auth: 'sign-in', status: 200, operation: { id: '/login', bindings: {} } },
  ])
  expect(await readAudit(path)).toHaveLength(before)
})

it.each([
  ['outcome=refused', ['c']],
  ['outcome=succeeded', ['a/b', undefined]],
  ['name=A%2F', ['a/b']],
  ['kind=login', [undefined]],
  ['method=POST', [undefined]],
  ['user=AN&address=127.0', ['c', 'a/b', undefined]],
  ['user=bob', []],
  ['since=4102444800000', []],
  ['until=2020-01-01T00:00:00Z', []],
])('gives what %s asks for', async (query, names) => {
  const { answer } = startCluster()
  const { address } = await serveAudited(answer)
  const ann = await signIn(address)
  await rawRequest(address, '/api/v5/clients/a%2Fb', { method: 'DELETE', headers: ann })
  await rawRequest(address, '/api/v5/clients/c', {
    method: 'DELETE',
    headers: { ...ann, 'x-answer': 'refused' },
  })
  const { rows } = await readAll(address, ann, query)
  expect(rows).toMatchObject(names.map((name) => ({ object: name === undefined ? {} : { name } })))
})

it('refuses whoever is no administrator now, as the cluster says', async () => {
  const roles = [
    { username: 'ann', description: '', role: 'administrator', backend: 'local' },
    { username: 'val', description: '', role: 'viewer', backend: 'local' },
    { username: 'oli', description: '', role: 'administrator', backend: 'oidc' },
  ]
  const { state, answer } = startCluster(roles)
  const { address } = await serveAudited(answer)
  const [ann, val, oli] = [await signIn(address), await signIn(address, 'val'), await signIn(address, 'oli')]
  const refusal = async (headers: http.OutgoingHttpHeaders) => {
    const { status, answer: given } = await ask(address, headers)
    return [status, given.code, given.data]
  }
  expect((await ask(address, ann)).status).toBe(200)
  expect(await refusal(val)).toEqual([403, 'UNAUTHORIZED_ROLE', undefined])
  expect(await refusal(oli)).toEqual([403, 'UNAUTHORIZED_ROLE', undefined])
  expect(await refusal({ authorization: 'Bearer before-the-start' })).toEqual([
    403,
    'SIGN_IN_AGAIN',
    undefined,
  ])
  expect(await refusal({ authorization: `Basic ${btoa('key:x')}` })).toEqual([
    403,
    'API_KEY_NOT_ALLOW',
    undefined,
  ])
  expect(await refusal({})).toEqual([401, 'AUTHORIZATION_HEADER_ERROR', undefined])
  state.users = [{ username: 'ann', description: '', role: 'viewer', backend: 'local' }]
  expect(await refusal(ann)).toEqual([403, 'UNAUTHORIZED_ROLE', undefined])
  state.users = []
  expect(await refusal(ann)).toEqual([403, 'UNAUTHORIZED_ROLE', undefined])
  state.users = roles
  state.expired = true
  expect(await refusal(ann)).toEqual([401, 'BAD_TOKEN', undefined])
})

it('refuses what is no question, and a place that is none', async () => {
  const { address } = await serveAudited(startCluster().answer)
  const ann = await signIn(address)
  for (const query of ['outcome=all', 'limit=0', 'cursor=x', `cursor=${btoa('{"file":"1-1"}')}`])
    expect((await ask(address, ann, query)).status, query).toBe(400)
  const gone = Buffer.from(JSON.stringify({ file: '1-1', at: 5, isInside: false, ended: [] })).toString(
    'base64url',
  )
  expect((await ask(address, ann, `cursor=${gone}`)).status).toBe(410)
})

it('gives what was begun and not ended, and what was put aside, also while it is read', async () => {
  const { address, path } = await serveAudited(startCluster().answer)
  const ann = await signIn(address)
  await writeFile(`${path}.2`, line(1, { event: 'begin', status: undefined }) + line(2, { event: 'begin' }))
  await writeFile(`${path}.1`, line(2) + line(3) + line(4, { event: 'cut', status: undefined }))
  await writeFile(path, line(5, { event: 'begin', status: undefined }) + line(6) + line(6, { status: 500 }))
  const { rows } = await readAll(address, ann, 'limit=1')
  const told = rows.map(({ id, event, status }) => [Number(id), event, status])
  expect(told).toEqual([
    [6, 'end', 500],
    [5, 'begin', undefined],
    [4, 'cut', undefined],
    [3, 'end', 204],
    [2, 'end', 204],
    [1, 'begin', undefined],
  ])
  const { rows: unfinished } = await readAll(address, ann, 'outcome=unfinished')
  expect(unfinished.map(({ id }) => Number(id))).toEqual([5, 4, 1])
  const { answer } = await ask(address, ann, 'limit=2')
  await rename(`${path}.2`, `${path}.3`)
  await rename(`${path}.1`, `${path}.2`)
  await rename(path, `${path}.1`)
  await writeFile(path, line(7))
  const { rows: others } = await readAll(address, ann, 'limit=1', answer.meta.cursor)
  expect(others.map(({ id }) => Number(id))).toEqual([4, 3, 2])
  await rm(`${path}.1`)
  expect((await ask(address, ann, `cursor=${answer.meta.cursor}`)).status).toBe(410)
})

it('gives a line that it cannot read as it is, and all others', async () => {
  const { address, path } = await serveAudited(startCluster().answer)
  const ann = await signIn(address)
  const torn = line(2).slice(0, 40)
  const odd = line(3, { address: 7 })
  const being = line(9).slice(0, -9)
  await writeFile(
    path,
    `${line(1)}${torn}\n${odd}${line(4, { cluster: 'other' })}\n${'x'.repeat(300_000)}\n${line(5)}${being}`,
  )
  const { rows } = await readAll(address, ann, 'limit=1')
  expect(rows.map(({ id, line: raw }) => (id === undefined ? raw : Number(id)))).toEqual([
    5,
    '…',
    odd.trim(),
    torn,
    1,
  ])
})

it('reads a twentieth of 100 MB for one answer that finds nothing, and one answer at a time', async () => {
  const { state, answer } = startCluster()
  const { address, path } = await serveAudited(answer)
  const ann = await signIn(address)
  const file = await open(path, 'w')
  const million = Array.from({ length: 4_000 }, (_, at) => line(at)).join('')
  for (let size = 0; size < 100_000_000; size += million.length) await file.write(million)
  await file.close()
  const { answer: given } = await ask(address, ann, 'name=nobody')
  expect(given.meta).toEqual({ count: 0, cursor: expect.any(String) })
  expect(JSON.parse(Buffer.from(given.meta.cursor, 'base64url').toString()).at).toBeGreaterThan(95_000_000)

  const gate = deferred<void>()
  state.hold = gate.promise
  const several = [ask(address, ann), ask(address, ann), ask(address, ann)]
  expect((await Promise.race(several)).status).toBe(429)
  gate.resolve()
  expect((await Promise.all(several)).map(({ status }) => status).toSorted()).toEqual([200, 200, 429])
})

it('keeps what is asked for by another cluster from this one', async () => {
  const { address, path } = await serveAudited(startCluster().answer)
  const ann = await signIn(address)
  await appendFile(path, line(1, { cluster: 'other' }))
  const { rows } = await readAll(address, ann)
  expect(rows).toMatchObject([{ cluster: 'plant', auth: 'sign-in' }])
})
