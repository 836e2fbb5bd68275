import { readFile } from 'node:fs/promises'
import type http from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { serveAudited } from '#testing/audited-app.ts'
import { rawRequest } from '#testing/raw-request.ts'

const secret = 'hunTer2-planted'
const json = { 'content-type': 'application/json' }

/** Starts a cluster that accepts every password except "wrong". */
function startCluster() {
  const asked: string[] = []
  const answer: http.RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method, url = '', headers } = request
    asked.push(`${method} ${url} ${body}`)
    if (url.endsWith('/login')) {
      const isRight = !body.includes('wrong')
      const token = `${secret}-of-${body.length}`
      const text = JSON.stringify(isRight ? { token, version: '5.8.9' } : { code: 'BAD_USERNAME_OR_PWD' })
      const isPacked = headers['accept-encoding'] === 'gzip'
      response.writeHead(isRight ? 200 : 401, { ...json, ...(isPacked && { 'content-encoding': 'gzip' }) })
      return response.end(isPacked ? gzipSync(text) : text)
    }
    if (url.startsWith('/api/v5/sso/oidc/callback')) {
      const meta = Buffer.from(JSON.stringify({ username: 'oli', token: `${secret}-oidc`, backend: 'oidc' }))
      return response.writeHead(302, { location: `/?login_meta=${meta.toString('base64')}` }).end()
    }
    const isExpired = headers.authorization?.includes('expired') === true
    return response.writeHead(isExpired ? 401 : method === 'GET' ? 200 : 204).end()
  }
  return { asked, answer }
}

const signIn = async (address: string, username: string, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ username, password: secret })
  const answer = await rawRequest(
    address,
    '/api/v5/login',
    { method: 'POST', headers: { ...json, ...headers } },
    body,
  )
  return `Bearer ${secret}-of-${body.length}${answer.status === 200 ? '' : '-refused'}`
}

it('has a line before each write goes on and one before it is answered, with who did it', async () => {
  const { asked, answer } = startCluster()
  const { address, lines, path } = await serveAudited(answer, { trustedProxies: ['127.0.0.1'] })
  const ann = await signIn(address, 'ann')
  const bert = await signIn(address, 'bertha', { 'accept-encoding': 'gzip' })
  const key = `Basic ${Buffer.from(`key-1:${secret}`).toString('base64')}`
  const write = (target: string, authorization: string | undefined, method = 'DELETE') =>
    rawRequest(address, `/api/v5${target}`, {
      method,
      headers: { 'x-forwarded-for': '10.0.0.7', ...(authorization !== undefined && { authorization }) },
    })
  const { headers } = await write('/banned/clientid/a%2Fb?backend=local&token=x', ann)
  await write('/connectors/http:x/enable/false', bert, 'PUT')
  await write('/authentication/password_based%3Aredis/users/joe', key)
  await write('/users/joe', 'Bearer from-before-the-start')
  await write('/mqtt/topic_rewrite', undefined, 'PUT')
  await write('/logout', ann, 'POST')
  await write('/users/joe', ann)
  await write('/clients', undefined, 'GET')
  const all = await lines()
  expect(all.map(({ event }) => event)).toEqual(
    Array.from({ length: 18 }, (_, at) => (at % 2 ? 'end' : 'begin')),
  )
  const ends = all.filter(({ event }) => event === 'end')
  const told = ends.map((one) => [one['user'], one['auth'], one['method'], one['object'], one['status']])
  expect(told).toEqual([
    ['ann', 'sign-in', 'POST', { kind: 'login' }, 200],
    ['bertha', 'sign-in', 'POST', { kind: 'login' }, 200],
    ['ann', 'session', 'DELETE', { kind: 'banned', name: 'clientid/a/b' }, 204],
    ['bertha', 'session', 'PUT', { kind: 'connectors', name: 'http:x' }, 204],
    ['key-1', 'API key', 'DELETE', { kind: 'authentication/users', name: 'password_based:redis/joe' }, 204],
    ['unknown', 'unknown session', 'DELETE', { kind: 'users', name: 'joe' }, 204],
    ['unknown', 'none', 'PUT', { kind: 'mqtt/topic_rewrite' }, 204],
    ['ann', 'session', 'POST', { kind: 'logout' }, 204],
    ['unknown', 'unknown session', 'DELETE', { kind: 'users', name: 'joe' }, 204],
  ])
  expect(ends[2]).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    event: 'end',
    id: headers['x-brokerdeck-request-id'],
    cluster: 'plant',
    user: 'ann',
    auth: 'session',
    address: '10.0.0.7',
    method: 'DELETE',
    path: '/api/v5/banned/clientid/a%2Fb',
    query: { backend: 'local' },
    hiddenQueries: 1,
    object: { kind: 'banned', name: 'clientid/a/b' },
    status: 204,
    duration: expect.any(Number),
  })
  expect(asked).toHaveLength(10)
  expect(await readFile(path, 'utf8')).not.toContain(secret)
})

it('says who tried to sign in, and who came back from an identity provider', async () => {
  const { answer } = startCluster()
  const { address, lines } = await serveAudited(answer, { basePath: '/deck/' })
  const post = (body: string, path = 'login', headers = json) =>
    rawRequest(address, `/deck/api/v5/${path}`, { method: 'POST', headers }, body)
  await post('{"username":"eve","password":"wrong"}')
  await post('{"username":"eve","username":"admin","password":"x"}')
  await post('{"username":"eve","user\\u006eame":"admin","password":"x"}')
  await post(`{"username":"${'x'.repeat(300)}","password":"x"}`)
  await post(`{"username":"eve","password":"${'x'.repeat(100_000)}"}`)
  await post('username=eve&password=wrong')
  await post('{"username":"eve","password":"x"}', '%6cogin/')
  await rawRequest(address, `/deck/api/v5/sso/oidc/callback?code=${secret}`)
  await rawRequest(address, '/deck/api/v5/users/x', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${secret}-oidc` },
  })
  const ends = (await lines()).filter(({ event }) => event === 'end')
  expect(ends.map(({ user, auth, backend, status }) => [user, auth, backend, status])).toEqual([
    ['eve', 'sign-in', undefined, 401],
    ['unknown', 'sign-in', undefined, 200],
    ['unknown', 'sign-in', undefined, 200],
    [`${'x'.repeat(256)}… (44 more characters)`, 'sign-in', undefined, 200],
    ['unknown', 'sign-in', undefined, 200],
    ['unknown', 'sign-in', undefined, 401],
    ['eve', 'sign-in', undefined, 204],
    ['oli', 'sign-in', 'oidc', 302],
    ['oli', 'session', 'oidc', 204],
  ])
})

it('forgets whose a token was once the cluster refuses it', async () => {
  let status = 204
  const { answer } = startCluster()
  const { address, lines } = await serveAudited((request, response) =>
    request.url === '/api/v5/login' ? answer(request, response) : response.writeHead(status).end(),
  )
  const authorization = await signIn(address, 'ann')
  const write = () => rawRequest(address, '/api/v5/users/x', { method: 'DELETE', headers: { authorization } })
  await write()
  status = 401
  await rawRequest(address, '/api/v5/nodes', { headers: { authorization } })
  await write()
  const ends = (await lines()).filter(({ event }) => event === 'end')
  expect(ends.map(({ user }) => user)).toEqual(['ann', 'ann', 'unknown'])
})

it('passes on an answer to a sign-in that is long, and breaks off with one that breaks off', async () => {
  const long = JSON.stringify({ token: secret, more: 'x'.repeat(300_000) })
  let isBroken = false
  const { address, said } = await serveAudited((_request, response) => {
    response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(long) })
    if (!isBroken) return response.end(long)
    return response.write('{"token":', () => response.destroy())
  })
  const post = () =>
    rawRequest(address, '/api/v5/login', { method: 'POST', headers: json }, '{"username":"ann"}')
  expect(String((await post()).body)).toBe(long)
  isBroken = true
  await expect(post()).rejects.toThrow('socket hang up')
  isBroken = false
  expect((await post()).status).toBe(200)
  expect(said).toEqual([])
})

it('keeps what a path holds in one line, cut, and nothing that steers a terminal', async () => {
  const { answer } = startCluster()
  const { address, lines, path } = await serveAudited(answer)
  const hostile = [
    `/api/v5/clients/${'%F0%9F%98%80'.repeat(1_000)}`,
    '/api/v5/clients/%0A%7B%22event%22%3A%22end%22%7D%0A%1B%5B2J%C2%9B%E2%80%AE%E2%80%A8',
    '/api/v5/clients/%',
    '/api/v5/users/x/../y',
    `//[${secret}`,
    '/api/v5',
    '/elsewhere',
  ]
  for (const one of hostile) await rawRequest(address, one, { method: 'DELETE' })
  for (const method of ['PURGE', 'LINK', 'PATCH']) await rawRequest(address, '/api/v5/users', { method })
  const text = await readFile(path, 'utf8')
  expect(text).not.toMatch(/[^\P{C}\n]/u)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(4_000)
  const ends = (await lines()).filter(({ event }) => event === 'end')
  expect(ends[0]).toMatchObject({ path: expect.stringMatching(/… \(\d+ more characters\)$/), status: 204 })
  expect(ends[1]).toMatchObject({
    object: { kind: 'clients', name: '\n{"event":"end"}\n\u001b[2J\u009b\u202e\u2028' },
  })
  const told = ends.map(({ method, status }) => `${String(method)} ${String(status)}`)
  expect(told).toContain('DELETE 404')
  expect(told).toContain('PATCH 204')
})

it('has a line of what is refused here', async () => {
  const { asked, answer } = startCluster()
  const { address, lines } = await serveAudited(answer, { readOnly: true })
  const refused = await rawRequest(address, '/api/v5/users/x', { method: 'DELETE' })
  expect(refused.status).toBe(403)
  expect(await lines()).toMatchObject([{ event: 'begin' }, { event: 'end', status: 403 }])
  expect(asked).toEqual([])
})
