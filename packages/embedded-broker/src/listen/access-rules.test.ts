import { expect, it } from 'vitest'
import { isAdmitted, parseAccessRule } from './access-rules.ts'

const rules = (...texts: string[]) => texts.flatMap((text) => parseAccessRule(text) ?? [])

it('follows the first rule that covers the address', () => {
  const all = rules('allow 10.0.0.7', 'deny 10.0.0.0/8', 'deny 2001:db8::/32', 'allow all')
  expect(isAdmitted(all, '10.0.0.7')).toBe(true)
  expect(isAdmitted(all, '10.1.2.3')).toBe(false)
  expect(isAdmitted(all, '2001:db8::1')).toBe(false)
  expect(isAdmitted(all, '192.0.2.1')).toBe(true)
})

it('knows an IPv4 client of a listener on [::] by the address that such a socket shows', () => {
  const four = rules('allow 10.0.0.0/8', 'deny all')
  expect([isAdmitted(four, '10.0.0.1'), isAdmitted(four, '::ffff:10.0.0.1')]).toEqual([true, false])
  const six = rules('deny ::ffff:10.0.0.0/104', 'deny ::/0')
  expect([isAdmitted(six, '10.0.0.1'), isAdmitted(six, '::ffff:10.0.0.1')]).toEqual([true, false])
})

it('admits whom no rule covers, like EMQX', () => {
  expect(isAdmitted(rules('deny 10.0.0.0/8'), '127.0.0.1')).toBe(true)
  expect(isAdmitted([], '127.0.0.1')).toBe(true)
})

it.each([
  '',
  'allow',
  'permit all',
  'deny 10.0.0.0/33',
  'deny example.com',
  'deny 10.0.0.0/8/8x',
  'deny ::/129',
])('"%s" is no rule', (text) => {
  expect(parseAccessRule(text)).toBeUndefined()
})
