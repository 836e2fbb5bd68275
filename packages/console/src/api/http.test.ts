import { banned } from '@brokerdeck/contract/access/banned.ts'
import { login } from '@brokerdeck/contract/system/login.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { currentConnection } from './connection.ts'
import { describeProblem, problemOf } from './errors.ts'
import { request } from './http.ts'

test('what no path can carry is refused before it is sent', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  const problem = (asked: Promise<unknown>) => asked.then(() => undefined, problemOf)
  for (const clientid of ['', '.', '..', '\ud800']) {
    expect(await problem(request(clients.kick, { params: { clientid } }))).toEqual({
      kind: 'unaddressable',
      parameter: 'clientid',
    })
  }
  // `DELETE /banned/clientid/..` would be folded into the one that clears all bans.
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
  const problem = await request(odd, { body: { payload: 1n } }).then(() => undefined, problemOf)
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
