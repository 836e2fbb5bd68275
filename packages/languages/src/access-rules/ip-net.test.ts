import { BlockList, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAddress, isNet, netCovers, remembering } from './ip-net.ts'

const four = fc.ipV4()
const six = fc.ipV6().filter((address) => isIPv6(address))

test.each([
  ['IPv4', four, 32, 'ipv4'],
  ['IPv6', six, 128, 'ipv6'],
] as const)('nets of %s cover what they cover elsewhere', (_, address, longest, family) => {
  fc.assert(
    fc.property(address, address, fc.integer({ min: 0, max: longest }), (base, other, prefix) => {
      const list = new BlockList()
      list.addSubnet(base, prefix, family)
      const net = `${base}/${prefix}`
      expect(isNet(net)).toBe(true)
      expect(netCovers(net, base)).toBe(true)
      expect(netCovers(net, other)).toBe(list.check(other, family))
    }),
  )
})

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.2', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', false],
  ['10.1.2.3', '::ffff:10.1.2.3', false],
  ['::ffff:10.1.2.3', '10.1.2.3', false],
  ['::ffff:10.1.2.3', '::ffff:a01:203', true],
  ['::ffff:10.0.0.0/104', '::ffff:10.1.2.3', true],
  ['::/0', '::ffff:10.1.2.3', true],
  ['::/0', '127.0.0.1', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['::ffff:0:0/96', '1.2.3.4', false],
  ['10.0.0.0/8', 'somewhere', false],
])('%s and %s: %s', (net, address, isCovered) => {
  expect(netCovers(net, address)).toBe(isCovered)
})

test.each([
  '',
  '10.0.0',
  '10.0.0.256',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '::1/129',
  ':::1',
  '1::2::3',
  'g::1',
  '1:2:3',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '::1.2.3.256',
  '::1.2.3',
])('%s is no net', (text) => {
  expect(isNet(text)).toBe(false)
})

test('an address is no net of several', () => {
  expect(['10.0.0.1', '::1', 'fe80::1%eth0'].every(isAddress)).toBe(true)
  expect(['10.0.0.0/8', '10.0.0', 'somewhere'].some(isAddress)).toBe(false)
})

test('what is read again and again is read once, of up to ten thousand texts at a time', () => {
  const read: string[] = []
  const findLength = remembering((text) => {
    read.push(text)
    return text.length
  })
  expect([findLength('first'), findLength('first')]).toEqual([5, 5])
  for (let at = 1; at < 10_000; at++) findLength(`text ${at}`)
  expect(findLength('first')).toBe(5)
  expect(read).toHaveLength(10_000)
  findLength('one more')
  expect(findLength('first')).toBe(5)
  expect(read.slice(10_000)).toEqual(['one more', 'first'])
})
