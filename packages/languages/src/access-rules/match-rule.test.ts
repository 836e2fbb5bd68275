import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topicMatches } from '../topic.ts'
import type { AccessClient, AccessRequest } from './access-request.ts'
import { type AccessRule, type AccessRuleSubject, everybody, everyQos } from './access-rule.ts'
import { findDecidedTopic } from './decided-topic.ts'
import { ruleMismatch } from './match-rule.ts'

const client: AccessClient = {
  clientid: 'c1',
  username: 'ann',
  peerhost: '10.1.2.3',
  attributes: { site: 'north' },
}
const request: AccessRequest = { client, action: 'publish', topic: 'a/c1', qos: 1, retain: false }
const rule: AccessRule = {
  permission: 'allow',
  who: everybody,
  action: 'all',
  qos: everyQos,
  retain: 'all',
  topics: 'all',
}
const matches = (pattern: string, subject: string) => new RegExp(pattern).test(subject)
const mismatch = (changes: Partial<AccessRule>, asked: Partial<AccessRequest> = {}) =>
  ruleMismatch({ ...rule, ...changes }, { ...request, ...asked }, matches)

test.each<[string, Partial<AccessRule>, Partial<AccessRequest>, string | undefined]>([
  ['everything', {}, {}, undefined],
  ['the action', { action: 'publish' }, {}, undefined],
  ['another action', { action: 'subscribe' }, {}, 'action'],
  ['a QoS of it', { qos: [1, 2] }, {}, undefined],
  ['a QoS of it, to subscribe', { qos: [0] }, { action: 'subscribe', qos: 0 }, undefined],
  ['another QoS', { qos: [0, 2] }, {}, 'qos'],
  ['retained only', { retain: true }, {}, 'retain'],
  ['not retained only', { retain: false }, {}, undefined],
  ['retained, to subscribe', { retain: true }, { action: 'subscribe' }, undefined],
  ['action before all else', { action: 'subscribe', qos: [0], topics: [] }, {}, 'action'],
  ['no topic', { topics: [] }, {}, 'topic'],
])('a rule for %s', (_, changes, asked, expected) => {
  expect(mismatch(changes, asked)).toBe(expected)
})

test.each<[AccessRuleSubject, boolean]>([
  [{ kind: 'username', text: 'ann', isPattern: false }, true],
  [{ kind: 'username', text: 'an', isPattern: false }, false],
  [{ kind: 'username', text: 'an', isPattern: true }, true],
  [{ kind: 'username', text: '^n', isPattern: true }, false],
  [{ kind: 'clientid', text: 'c1', isPattern: false }, true],
  [{ kind: 'client_attr', name: 'site', text: 'north', isPattern: false }, true],
  [{ kind: 'client_attr', name: 'toString', text: '', isPattern: true }, false],
  [{ kind: 'ipaddr', net: '10.0.0.0/8' }, true],
  [{ kind: 'ipaddr', net: '10.1.2.4' }, false],
  [{ kind: 'ipaddrs', nets: ['::1', '10.1.2.3'] }, true],
  [{ kind: 'and', of: [] }, true],
  [{ kind: 'or', of: [] }, false],
  [{ kind: 'or', of: [{ kind: 'all' }, { kind: 'ipaddr', net: '::1' }] }, true],
  [{ kind: 'or', of: [{ kind: 'ipaddr', net: '::1' }] }, false],
  [{ kind: 'and', of: [{ kind: 'all' }, { kind: 'ipaddr', net: '::1' }] }, false],
  [{ kind: 'and', of: [{ kind: 'all' }, { kind: 'ipaddr', net: '10.0.0.0/8' }] }, true],
])('%j speaks of the client: %s', (who, isMeant) => {
  expect(mismatch({ who })).toBe(isMeant ? undefined : 'who')
})

test('nobody without a username is meant by one, whatever the pattern', () => {
  const nameless = { ...client, username: undefined }
  const who: AccessRuleSubject = { kind: 'username', text: '.*', isPattern: true }
  expect(mismatch({ who }, { client: nameless })).toBe('who')
})

test.each([
  ['a/+', false, 'a/b', true],
  ['a/#', false, 'a', true],
  ['#', false, '$SYS/x', false],
  ['+/x', false, '$SYS/x', false],
  ['$SYS/#', false, '$SYS/x', true],
  ['a/+', false, 'a/#', true],
  ['a/#', true, 'a/#', true],
  ['a/#', true, 'a/b', false],
  [`\${clientid}/x`, false, 'c1/x', true],
  [`\${clientid}/x`, true, 'c1/x', false],
  [`\${username}/\${client_attrs.site}`, false, 'ann/north', true],
  [`\${cert_common_name}/#`, false, '/x', false],
  [`\${peerhost}`, false, '10.1.2.3', false],
])('the topic %s, exact: %s, covers %s: %s', (text, isExact, topic, isCovered) => {
  expect(mismatch({ topics: [{ text, isExact }] }, { topic })).toBe(isCovered ? undefined : 'topic')
})

test('all topics are all, those of the broker too', () => {
  expect(mismatch({ topics: 'all' }, { topic: '$SYS/x' })).toBeUndefined()
})

test('a plain filter covers what a subscription to it would get', () => {
  const levels = fc.array(fc.constantFrom('a', 'b', '+', '$SYS', ''), { minLength: 1, maxLength: 4 })
  const filter = fc
    .tuple(levels, fc.boolean())
    .map(([all, isOpen]) => [...all, ...(isOpen ? ['#'] : [])].join('/'))
  const topic = levels.map((all) => all.join('/')).filter((one) => !one.includes('+'))
  fc.assert(
    fc.property(filter, topic, (text, asked) => {
      const isCovered = mismatch({ topics: [{ text, isExact: false }] }, { topic: asked }) === undefined
      expect(isCovered).toBe(topicMatches(text, asked))
    }),
  )
})

test.each([
  ['publish', 'a', 'a'],
  ['publish', '$delayed/5/a/b', 'a/b'],
  ['publish', '$delayed/5', undefined],
  ['subscribe', '$delayed/5/a/+', 'a/+'],
  ['subscribe', '$share/g/$delayed/5/a', 'a'],
  ['subscribe', '$delayed/5', undefined],
  ['publish', '$share/g/a', '$share/g/a'],
  ['subscribe', '$share/g/a/#', 'a/#'],
  ['subscribe', '$queue/a', 'a'],
  ['subscribe', '$exclusive/a', 'a'],
] as const)('to %s %s is decided about %s', (action, topic, decided) => {
  expect(findDecidedTopic(action, topic)).toBe(decided)
})
