import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { memoryStore } from '../../storage/memory-store.ts'
import { AuthnUsers } from './authn-users.ts'
import { ChainLink } from './chain-link.ts'

const http = (port: number) => ({
  mechanism: 'password_based',
  backend: 'http',
  method: 'post',
  enable: true,
  url: `http://127.0.0.1:${port}`,
  headers: {},
  pool_size: 1,
  connect_timeout: '100ms',
})

test('there is no moment without an authenticator while it is changed: nobody would be asked', async () => {
  const link = new ChainLink(http(9), { clock: systemClock(), users: new AuthnUsers(memoryStore()) })
  onTestFinished(() => link.close())
  await link.set(http(9))
  const change = link.set(http(8))
  expect(link.isEnabled).toBe(true)
  await change
  expect(link.isEnabled).toBe(true)
  const end = link.set({ ...http(8), enable: false })
  expect(link.isEnabled).toBe(false)
  await end
  const start = link.set(http(8))
  expect(link.isEnabled).toBe(true)
  await start
})

test('what is set as it was goes on as it was; what is set anew is opened anew', async () => {
  const link = new ChainLink(http(9), { clock: systemClock(), users: new AuthnUsers(memoryStore()) })
  onTestFinished(() => link.close())
  await link.set(http(9))
  const { started } = link
  expect(started).toBeDefined()
  await link.set(http(9))
  expect(link.started).toBe(started)
  await link.set(http(8))
  expect(link.started).not.toBe(started)
  expect(link.error).toBeTypeOf('string')
})

test('figures outlive a change of the authenticator, but not the stop of their node', async () => {
  const link = new ChainLink(http(9), { clock: systemClock(), users: new AuthnUsers(memoryStore()) })
  onTestFinished(() => link.close())
  for (const node of ['a', 'b']) link.countFailed(node)
  await link.set(http(8))
  expect(link.getMetrics('a')).toMatchObject({ total: 1, nomatch: 1, success: 0, failed: 0 })
  link.forget('a')
  expect([link.getMetrics('a').total, link.getMetrics('b').total]).toEqual([0, 1])
})
