import { banned } from '@brokerdeck/contract/access/banned.ts'
import { login } from '@brokerdeck/contract/system/login.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { currentConnection } from './connection.ts'
import { describeProblem, getProblem } from './errors.ts'
import { dispositionName, readFile, request, takeEarlyAnswer } from './http.ts'

test('what no path can carry is refused before it is sent', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  const problem = (asked: Promise<unknown>) => asked.then(() => undefined, getProblem)
  for (const clientid of ['', '.', '..', '\ud800']) {
    expect(await problem(request(clients.kick, { params: { clientid } }))).toEqual({
      kind: 'unaddressable',
      parameter: 'clientid',
    })
  }
  // `DELETE /banned/clientid/..` would be normalized to the request that clears all bans.
  expect(await problem(request(banned.remove, { params: { as: 'clientid', who: '..' } }))).toMatchObject({
    kind: 'unaddressable',
  })
  expect(fetched).not.toHaveBeenCalled()
})

test('what JSON cannot hold is refused before it is sent', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { baseURI: 'http://console.example/', querySelector: () => null })
  const odd = { ...login.login, body: v.object({ payload: v.bigint() }) }
  const problem = await request(odd, { body: { payload: 1n } }).then(() => undefined, getProblem)
  expect(problem && describeProblem(problem).title).toBe('stringify error')
  expect(fetched).not.toHaveBeenCalled()
})

test('which of several addresses of a cluster answered is known', async () => {
  vi.stubGlobal('document', { baseURI: 'http://console.example/', querySelector: () => null })
  const answerFrom = (headers: Record<string, string>) =>
    request(
      login.logout,
      { body: { username: 'ann' } },
      {
        token: 't',
        transport: async () => new Response(null, { status: 204, headers }),
      },
    )
  await answerFrom({ 'x-brokerdeck-answered-by': 'node2.emqx:18083' })
  expect(currentConnection().answeredBy).toBe('node2.emqx:18083')
  await answerFrom({})
  expect(currentConnection().answeredBy).toBeUndefined()
})

describe('a file', () => {
  test('the name of a file is read in every spelling', () => {
    const names = (header: string | null) => dispositionName(header)
    expect(names('attachment; filename=by_topic.zip')).toBe('by_topic.zip')
    expect(names('attachment; filename="by topic; \\"1\\".zip"')).toBe('by topic; "1".zip')
    expect(names("attachment; filename=a.zip; filename*=UTF-8''%E8%BF%BD%E8%B8%AA.zip")).toBe('追踪.zip')
    expect(names("attachment; filename*=UTF-8''%E8%BF; filename=a.zip")).toBe('a.zip')
    expect(names('attachment')).toBeUndefined()
    expect(names(null)).toBeUndefined()
  })

  test('a file has the name and the type that the broker gave it', async () => {
    const headers = {
      'content-type': 'application/x-zip',
      'content-disposition': 'attachment; filename=a.zip',
    }
    const named = await readFile(new Response(new Uint8Array([80, 75]), { headers }))
    expect(named).toMatchObject({ name: 'a.zip', type: 'application/x-zip', size: 2 })
    const bare = await readFile(
      new Response('x', { headers: { 'content-type': 'application/octet-stream' } }),
    )
    expect('name' in bare).toBe(false)
    expect(bare).toMatchObject({ type: 'application/octet-stream', size: 1 })
  })
})

describe('an early answer', () => {
  const url = new URL('http://localhost/api/v5/nodes')
  const asked = vi.fn<typeof fetch>(async () => new Response('asked again'))
  const early = (at: number) => ({
    token: 'mine',
    answers: {
      [url.href]: { answer: Promise.resolve({ response: new Response('early'), at }), stop: () => undefined },
    },
  })

  beforeEach(() => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('fetch', asked)
    asked.mockClear()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is taken once', async () => {
    window.earlyAnswers = early(Date.now())
    const answer = await takeEarlyAnswer(url, { method: 'GET' }, 'mine')
    expect(await answer?.text()).toBe('early')
    expect(takeEarlyAnswer(url, { method: 'GET' }, 'mine')).toBeUndefined()
    expect(asked).not.toHaveBeenCalled()
  })

  it.each([
    ['of another session', { method: 'GET' }, 'other', url],
    ['for who has left already', { method: 'GET', signal: AbortSignal.abort() }, 'mine', url],
    ['for a write', { method: 'PUT' }, 'mine', url],
    ['for another address', { method: 'GET' }, 'mine', new URL('?page=2', url)],
  ] as const)('is none %s', (_, init, token, address) => {
    window.earlyAnswers = early(Date.now())
    expect(takeEarlyAnswer(address, init, token)).toBeUndefined()
  })

  it('is asked for again where it is old, or never came', async () => {
    window.earlyAnswers = early(Date.now() - 60_000)
    const old = await takeEarlyAnswer(url, { method: 'GET' }, 'mine')
    expect(await old?.text()).toBe('asked again')
    window.earlyAnswers = {
      token: 'mine',
      answers: { [url.href]: { answer: Promise.reject(new Error('offline')), stop: () => undefined } },
    }
    const none = await takeEarlyAnswer(url, { method: 'GET' }, 'mine')
    expect(await none?.text()).toBe('asked again')
  })

  it('is not awaited by who does not want it any more', async () => {
    const pending = new Promise<never>(() => undefined)
    const stop = vi.fn()
    window.earlyAnswers = { token: 'mine', answers: { [url.href]: { answer: pending, stop } } }
    const controller = new AbortController()
    const answer = takeEarlyAnswer(url, { method: 'GET', signal: controller.signal }, 'mine')
    controller.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    expect(stop).toHaveBeenCalled()
  })
})
