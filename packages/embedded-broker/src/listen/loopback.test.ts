import { expect, it } from 'vitest'
import { hostInUrl, isLoopback, reachableHost } from './loopback.ts'

it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('%s is for this machine only', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each(['0.0.0.0', '::', '10.0.0.1', '127.evil.example', 'localhost.example'])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})

it('has a spelling for URLs, and one for who is on the same machine', () => {
  expect(hostInUrl('::1')).toBe('[::1]')
  expect(hostInUrl('10.0.0.1')).toBe('10.0.0.1')
  expect([reachableHost('0.0.0.0'), reachableHost('::'), reachableHost('10.0.0.1')]).toEqual([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
  ])
})
