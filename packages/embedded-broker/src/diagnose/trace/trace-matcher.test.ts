import { expect, test } from 'vitest'
import type { TraceEvent } from '../../mqtt/tracing.ts'
import { traceMatcher } from './traces.ts'

const event: TraceEvent = {
  who: { node: 'n1', clientid: 'c', ipAddress: '10.0.0.7', port: 1 },
  tag: 'PUBLISH',
  msg: 'publish_to',
  topic: 'a/b',
  meta: { rule_id: 'r' },
}

test.each([
  ['clientid', 'c', true],
  ['clientid', 'C', false],
  ['topic', 'a/+', true],
  ['topic', 'b/#', false],
  ['ip_address', '10.0.0.7', true],
  ['ip_address', '10.0.0', false],
  ['ruleid', 'r', true],
  ['ruleid', 'other', false],
] as const)('%s %s: %s', (type, condition, isMatch) => {
  expect(traceMatcher(type, condition)(event)).toBe(isMatch)
})

test('the filter of a shared subscription counts without its group', () => {
  expect(traceMatcher('topic', 'a/b')({ ...event, topic: '$share/g/a/b' })).toBe(true)
})

test.each([
  ['0:0::1', '::1'],
  ['10.0.0.7', '::ffff:10.0.0.7'],
])('%s is %s', (condition, peerhost) => {
  expect(traceMatcher('ip_address', condition)({ ...event, who: { node: 'n1', peerhost } })).toBe(true)
})

test('what has no topic is in no trace of one, and what the broker does by itself in none of a client', () => {
  const { topic: _, ...rest } = event
  expect(traceMatcher('topic', '#')(rest)).toBe(false)
  expect(traceMatcher('clientid', '')({ ...rest, who: { node: 'n1' } })).toBe(false)
})
