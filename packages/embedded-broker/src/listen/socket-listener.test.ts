import { expect, it } from 'vitest'
import { clientAddress } from './socket-listener.ts'

it.each([
  ['::ffff:10.0.0.1', undefined, '10.0.0.1'],
  ['::ffff:10.0.0.1', '0.0.0.0', '10.0.0.1'],
  ['::ffff:10.0.0.1', '::', '::ffff:10.0.0.1'],
  ['10.0.0.1', '127.0.0.1', '10.0.0.1'],
  ['2001:db8::1', undefined, '2001:db8::1'],
  ['2001:db8::1', '::', '2001:db8::1'],
  [undefined, '::', ''],
])('%s of a listener on %s is %s', (reported, host, shown) => {
  expect(clientAddress(reported, { host, port: 1883 })).toBe(shown)
})
