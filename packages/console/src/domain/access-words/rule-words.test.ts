import { parseAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { expect, test } from 'vitest'
import { rulePermit, ruleSentence } from './rule-words.ts'

function ruleOf(text: string) {
  const parsed = parseAclFile(text)
  const first = 'rules' in parsed ? parsed.rules[0] : undefined
  if (first === undefined) throw new Error(text)
  return first.rule
}

test.each([
  ['{allow, all}.', 'Allows everybody to publish and subscribe to everything'],
  [
    '{deny, all, subscribe, ["$SYS/#", {eq, "#"}]}.',
    'Denies everybody to subscribe to $SYS/# and the very filter #',
  ],
  ['{allow, {username, {re, "^d"}}, publish, ["a"]}.', 'Allows usernames that match ^d to publish to a'],
  ['{deny, {clientid, "x"}, all, []}.', 'Denies the client ID x to publish and subscribe to nothing'],
  [
    `{allow, {'and', [{user, "u"}, {ipaddrs, ["::1", "10.0.0.0/8"]}]}, subscribe, ["a"]}.`,
    'Allows clients that are all of: the username u and addresses in ::1 and 10.0.0.0/8 to subscribe to a',
  ],
  [
    `{deny, {'or', [{client_attr, "t", "x"}, {client_attr, "t", {re, "y"}}]}, subscribe, ["a"]}.`,
    'Denies clients that are any of: clients whose attribute t is x and clients whose attribute t matches y to subscribe to a',
  ],
  [
    '{deny, all, {publish, [{qos, [0, 1]}, {retain, true}]}, ["a"]}.',
    'Denies everybody to publish to a, with QoS 0 and 1, retained only',
  ],
  [
    '{deny, all, {all, [{retain, false}]}, ["a"]}.',
    'Denies everybody to publish and subscribe to a, not retained',
  ],
])('%s', (text, sentence) => {
  expect(ruleSentence(ruleOf(text))).toBe(sentence)
})

test('of somebody known, and with hostile text spelled out', () => {
  expect(rulePermit(ruleOf('{allow, all, publish, ["a"]}.'))).toBe('May publish to a')
  expect(rulePermit({ ...ruleOf('{deny, all, publish, ["a\u202eb"]}.'), qos: [] })).toBe(
    'May not publish to a[U+202E]b, with no QoS, so it never matches',
  )
})
