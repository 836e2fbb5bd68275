import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  broker = await createTestBroker({ clock })
})

afterEach(() => broker.close())

const login = async (body: unknown) => {
  const answer = await broker.app.inject({
    method: 'POST',
    url: '/api/v5/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const withToken = (token: string, method: 'GET' | 'POST', path: string, payload?: object) =>
  broker.app.inject({
    method,
    url: `/api/v5${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  })

it('gives a token that works until it is logged out', async () => {
  const { status, body } = await login({ username: 'admin', password: 'public', extra: 1 })
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.any(String),
    version: '5.8.9-brokerdeck',
    license: { edition: 'ce' },
  })
  expect((await withToken(body.token, 'GET', '/cluster')).statusCode).toBe(200)
  const foreign = await withToken(body.token, 'POST', '/logout', { username: 'someone' })
  expect(foreign.json()['code']).toBe('WRONG_TOKEN_OR_USERNAME')
  expect((await withToken(body.token, 'POST', '/logout', { username: 'admin' })).statusCode).toBe(204)
  expect((await withToken(body.token, 'GET', '/cluster')).json()['code']).toBe('BAD_TOKEN')
})

it.each([
  [{ username: 'admin', password: 'wrong' }, 401, 'BAD_USERNAME_OR_PWD'],
  [{ username: 'nobody', password: 'public' }, 401, 'BAD_USERNAME_OR_PWD'],
  [{ username: '', password: '' }, 401, 'BAD_USERNAME_OR_PWD'],
  [{ username: 'admin', password: 123 }, 401, 'BAD_USERNAME_OR_PWD'],
  [{ username: 'admin' }, 400, 'BAD_REQUEST'],
  [{}, 400, 'BAD_REQUEST'],
])('refuses %j with %s %s', async (body, status, code) => {
  expect(await login(body)).toMatchObject({ status, body: { code } })
})

it('slows repeated wrong logins down, more each time, and forgets them after a right one', async () => {
  const wrong = { username: 'admin', password: 'wrong' }
  for (let time = 0; time < 9; time += 1) await login(wrong)
  expect(clock.waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000])
  expect((await login({ username: 'admin', password: 'public' })).status).toBe(200)
  await login(wrong)
  expect(clock.waits).toHaveLength(7)
  expect((await login({ username: 'other', password: 'wrong' })).status).toBe(401)
  expect(clock.waits).toHaveLength(7)
})

it('lets a crowd of guesses take their turns, and calls nothing wrong that it has not checked', async () => {
  const guesses = Array.from({ length: 20 }, (_, at) => login({ username: 'admin', password: `guess${at}` }))
  const answers = await Promise.all([...guesses, login({ username: 'admin', password: 'public' })])
  expect(answers.map((one) => one.status)).toEqual(answers.map((_, at) => (at < 5 ? 401 : 429)))
  expect(answers.at(-1)).toMatchObject({
    body: { code: 'TOO_MANY_ATTEMPTS' },
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d?$/) },
  })
  expect((await login({ username: 'admin', password: 'public' })).status).toBe(200)
})
