import { expect, it } from 'vitest'
import { bufferBytesPerNode, secondsUntilFull } from './buffer-size.ts'

it('counts the limit for each worker of a node', () => {
  expect(bufferBytesPerNode({ max_buffer_bytes: '256MB', worker_pool_size: 16 })).toBe(4096 * 1024 ** 2)
  expect(bufferBytesPerNode({ max_buffer_bytes: 1024, worker_pool_size: 2 })).toBe(2048)
  expect(bufferBytesPerNode({ max_buffer_bytes: 'infinity', worker_pool_size: 2 })).toBeUndefined()
  expect(bufferBytesPerNode({})).toBeUndefined()
})

it('says when it is full, where it grows', () => {
  expect(secondsUntilFull({ limit: 100, bytes: 40, growth: 2 })).toBe(30)
  expect(secondsUntilFull({ limit: 100, bytes: 120, growth: 2 })).toBe(0)
  expect(secondsUntilFull({ limit: 100, bytes: 40, growth: 0 })).toBeUndefined()
})
