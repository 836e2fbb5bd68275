import { banned } from '@brokerdeck/contract/banned.ts'
import { clients } from '@brokerdeck/contract/clients.ts'
import { expect, test, vi } from 'vitest'
import { problemOf } from './errors.ts'
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
