import { expect, it } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import { ApiKeys } from './api-keys.ts'

it('outlives a restart, and of its secret only a hash is stored', async () => {
  const store = memoryStore()
  const now = () => 1_000_000
  const settings = { desc: '', enable: true, role: 'viewer', expiredAt: null } as const
  const created = await new ApiKeys(store, now).create('ci', settings)
  const { key = '' } = created?.apiKey ?? {}
  const secret = created?.secret ?? ''
  expect(new ApiKeys(store, now).admit(key, secret)).toMatchObject({ name: 'ci', role: 'viewer' })
  expect(new ApiKeys(store, now).admit(key, `${secret}x`)).toBeUndefined()
  expect(secret).toHaveLength(43)
  expect(JSON.stringify([...store.all('api-keys')])).not.toContain(secret)
})
