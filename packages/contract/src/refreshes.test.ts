import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((resource) => Object.values(resource))
const writes = endpoints.filter(({ method }) => method !== 'GET')
const lineOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('every write says what is to be asked again afterwards, and no read does', () => {
  expect(writes.filter(({ refreshes }) => refreshes === undefined).map(lineOf)).toEqual([])
  const reads = endpoints.filter(({ method }) => method === 'GET')
  expect(reads.filter(({ refreshes }) => refreshes !== undefined).map(lineOf)).toEqual([])
})

test('what is to be asked again can be asked', () => {
  const read = new Set<string>(endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const unknown = writes.flatMap((write) =>
    write.refreshes === 'everything' ? [] : (write.refreshes ?? []).filter((path) => !read.has(path)),
  )
  expect(unknown).toEqual([])
})

test('what is removed is not asked for again', () => {
  const removals = writes.filter(({ method, path }) => method === 'DELETE' && /\/:\w+$/.test(path))
  expect(removals.length).toBeGreaterThan(10)
  // Users who view a retained message or a whitelist should see that it was removed.
  const seen = ['/mqtt/retainer/message/:topic', '/opentelemetry/whitelist/:type']
  expect(
    removals.filter(({ path, refreshes }) => !seen.includes(path) && refreshes?.includes(path)).map(lineOf),
  ).toEqual([])
})
