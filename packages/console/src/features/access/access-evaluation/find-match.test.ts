import { placeFileRules } from '@brokerdeck/contract/access/place-rules.ts'
import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import { parseAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { expect, test } from 'vitest'
import type { UnknownFact } from './asker.ts'
import { findMatch } from './find-match.ts'

function rulesOf(file: string) {
  const parsed = parseAclFile(file)
  if ('fault' in parsed) throw new Error(JSON.stringify(parsed.fault))
  return placeFileRules(parsed.rules)
}

/** Returns `allow 2` if the rule in line 2 decides, or `address 1` if the rule in line 1 needs to know the address. */
function told(file: string, unknown: readonly UnknownFact[], more: Partial<AccessRequest> = {}): string {
  const request: AccessRequest = {
    client: { clientid: 'c', username: 'u', peerhost: '', attributes: {} },
    action: 'publish',
    topic: 'a/b',
    qos: 0,
    retain: false,
    ...more,
  }
  const { doubts, finding } = findMatch(rulesOf(file), request, new Set(unknown))
  const [doubt] = doubts
  if (doubt !== undefined) return `${doubt.lacks} ${doubt.placed.line}`
  return `${finding?.decision} ${finding?.placed?.line ?? ''}`.trim()
}

const net = '{ipaddr, "10.0.0.0/8"}'

test.each([
  ['an address that counts', `{deny, ${net}, all, ["a/#"]}.`, 'address 1'],
  ['an address and another topic', `{deny, ${net}, all, ["b/#"]}.`, 'nomatch'],
  ['another client at an address', `{deny, {'and', [{clientid, "d"}, ${net}]}, all, ["a/#"]}.`, 'nomatch'],
  ['this client at an address', `{deny, {'and', [{clientid, "c"}, ${net}]}, all, ["a/#"]}.`, 'address 1'],
  ['this client, or an address', `{deny, {'or', [{clientid, "c"}, ${net}]}, all, ["a/#"]}.`, 'deny 1'],
  ['another client, or an address', `{deny, {'or', [{clientid, "d"}, ${net}]}, all, ["a/#"]}.`, 'address 1'],
  ['a rule before', `{allow, {username, "u"}, all, ["#"]}.\n{deny, ${net}, all, ["a/#"]}.`, 'allow 1'],
  [
    'an address, of this client or a pattern of it',
    `{deny, {'or', [{clientid, {re, "^c$"}}, ${net}]}, all, ["a/#"]}.`,
    'deny 1',
  ],
  ['an attribute', '{deny, {client_attr, "t", "x"}, all, ["a/#"]}.', 'attributes 1'],
])('%s', (_, file, expected) => {
  expect(told(file, ['address', 'attributes'])).toBe(expected)
})

test.each([
  ['a/${cert_common_name}', 'certificate 1'],
  ['a/${cert_common_name}/#', 'certificate 1'],
  ['${cert_common_name}/b', 'certificate 1'],
  ['x/${cert_common_name}/b', 'nomatch'],
  ['a/x-${cert_common_name}', 'certificate 1'],
  ['a/${client_attrs.t}/${cert_common_name}', 'certificate 1'],
  ['a/${clientid}', 'nomatch'],
  ['/${cert_common_name}', 'nomatch'],
])('a name that is not known in %s', (filter, expected) => {
  expect(told(`{deny, all, all, ["${filter}"]}.`, ['certificate', 'attributes'])).toBe(expected)
})

test('no name is looked for in a topic that is compared as it is', () => {
  expect(told('{deny, all, all, [{eq, "a/${cert_common_name}"}]}.', ['certificate'])).toBe('nomatch')
})

test('of two facts the one that is known counts', () => {
  const file = `{deny, {'and', [${net}, {client_attr, "t", "x"}]}, all, ["a/#"]}.`
  const at = (peerhost: string) => ({
    client: { clientid: 'c', username: 'u', peerhost, attributes: {} },
  })
  expect(told(file, ['attributes'], at('10.1.2.3'))).toBe('attributes 1')
  expect(told(file, ['attributes'], at('192.0.2.1'))).toBe('nomatch')
})

test('one of several filters may be certain', () => {
  expect(told('{deny, all, all, ["${cert_common_name}/#", "a/+"]}.', ['certificate'])).toBe('deny 1')
})

test.each([
  ['{deny, {clientid, {re, "^(?i)C"}}, all, ["a/#"]}.', 'deny 1'],
  ['{deny, {clientid, {re, "^(*COMMIT)C"}}, all, ["a/#"]}.', 'pattern 1'],
  ['{deny, {clientid, {re, "^(*COMMIT)C"}}, all, ["b/#"]}.', 'nomatch'],
  ['{deny, {\'and\', [{clientid, {re, "(*COMMIT)C"}}, {username, "v"}]}, all, ["a/#"]}.', 'nomatch'],
  ['{deny, {\'or\', [{clientid, {re, "(*COMMIT)C"}}, {username, "u"}]}, all, ["a/#"]}.', 'deny 1'],
  ['{deny, {clientid, {re, "^c$"}}, all, ["a/#"]}.', 'deny 1'],
  ['{deny, {clientid, {re, "^d"}}, all, ["a/#"]}.', 'nomatch'],
])('patterns: %s', (file, expected) => {
  expect(told(file, [])).toBe(expected)
})

test('behind rules that cannot be told, the one that surely speaks of it', () => {
  const request: AccessRequest = {
    client: { clientid: 'c', username: 'u', peerhost: '', attributes: {} },
    action: 'publish',
    topic: 'a/b',
    qos: 0,
    retain: false,
  }
  const open = (count: number) => `{deny, ${net}, all, ["a/#"]}.\n`.repeat(count)
  const found = (file: string) => findMatch(rulesOf(file), request, new Set(['address'] as const))
  const { doubts, finding } = found(`${open(2)}{deny, all, all, ["b"]}.\n{allow, all}.\n${open(1)}`)
  expect(doubts.map(({ placed }) => placed.line)).toEqual([1, 2])
  expect(finding).toMatchObject({ decision: 'allow', placed: { line: 4 } })
  expect(found(open(1)).finding).toEqual({ decision: 'nomatch' })
  expect(found(`${open(20)}{allow, all}.`).finding).toMatchObject({ decision: 'allow' })
  expect(found(`${open(21)}{allow, all}.`).finding).toBeUndefined()
})
