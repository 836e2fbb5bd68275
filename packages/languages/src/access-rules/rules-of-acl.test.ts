import { expect, test } from 'vitest'
import { parseAclRecord, rulesOfAcl } from './rules-of-acl.ts'

const record = { permission: 'allow', action: 'publish', topic: 'a/#' }

test('columns as databases have them', () => {
  expect(parseAclRecord({ ...record, qos: '1,2', retain: 1 })).toEqual({
    permission: 'allow',
    who: { kind: 'all' },
    action: 'publish',
    qos: [1, 2],
    retain: true,
    topics: [{ text: 'a/#', isExact: false }],
  })
  expect(parseAclRecord({ ...record, qos: null, retain: null })).toMatchObject({
    qos: [0, 1, 2],
    retain: 'all',
  })
  expect(parseAclRecord({ ...record, action: 'sub', retain: 'nonsense' })).toMatchObject({
    action: 'subscribe',
  })
  expect(parseAclRecord({ permission: 'deny', action: 'all', topics: ['eq a', 'b'], qos: 2 })).toMatchObject({
    topics: [
      { text: 'a', isExact: true },
      { text: 'b', isExact: false },
    ],
    qos: [2],
  })
})

test.each([
  [{ permission: 'ALLOW' }, 'invalid_permission'],
  [{ action: 'read' }, 'invalid_action'],
  [{ topic: 1 }, 'missing_topic_or_topics'],
  [{ qos: '1,3' }, 'invalid_qos'],
  [{ retain: 'maybe' }, 'invalid_retain'],
])('%j is no rule', (changes, fault) => {
  expect(parseAclRecord({ ...record, ...changes })).toEqual({ fault })
})

test('an acl is a list of rules', () => {
  expect(rulesOfAcl([record, { ...record, permission: 'deny' }])).toMatchObject([
    { permission: 'allow' },
    { permission: 'deny' },
  ])
  expect(rulesOfAcl([])).toEqual([])
  expect(rulesOfAcl([record, 'x'])).toEqual({ fault: 'invalid_rule' })
  expect(rulesOfAcl([{ ...record, action: 'x' }])).toEqual({ fault: 'invalid_action' })
})

test('an older acl lists what is allowed, and nothing else is', () => {
  expect(rulesOfAcl({ pub: ['a'], sub: [], all: ['eq b/#'] })).toMatchObject([
    { permission: 'allow', action: 'publish', topics: [{ text: 'a', isExact: false }] },
    { permission: 'allow', action: 'all', topics: [{ text: 'b/#', isExact: true }] },
    { permission: 'deny', action: 'all', topics: 'all' },
  ])
  expect(rulesOfAcl({ pub: 'a' })).toEqual({ fault: 'invalid_acl' })
  expect(rulesOfAcl('a')).toEqual({ fault: 'invalid_acl' })
})
