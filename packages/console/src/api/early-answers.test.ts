import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeEarlyAnswer } from './http.ts'

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
