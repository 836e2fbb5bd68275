import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../broker/clock.ts'
import { memoryStore } from '../../storage/memory-store.ts'
import { AuthnUsers } from './authn-users.ts'
import { ChainLink } from './chain-link.ts'

const http = (port: number) => ({
  ...{ mechanism: 'password_based', backend: 'http', method: 'post', enable: true },
  ...{ url: `http://127.0.0.1:${port}`, headers: {}, pool_size: 1, connect_timeout: '100ms' },
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
