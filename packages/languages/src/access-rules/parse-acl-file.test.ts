import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printAclFile } from '../testing/print-acl-file.ts'
import { type AccessRule, type AccessRuleSubject, everyQos } from './access-rule.ts'
import { AclFileReader, parseAclFile } from './parse-acl-file.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const names = { text, isPattern: fc.constant(false) }
const patterns = { text: fc.constantFrom('^a', 'b$', '[0-9]+"\\\\d'), isPattern: fc.constant(true) }
const net = fc.constantFrom('127.0.0.1', '10.0.0.0/8', '::1', 'fe80::/10', '2001:db8::10.0.0.1')

const { who } = fc.letrec<{ who: AccessRuleSubject }>((tie) => ({
  who: fc.oneof(
    { depthSize: 'small' },
    fc.constant<AccessRuleSubject>({ kind: 'all' }),
    fc
      .oneof(fc.record(names), fc.record(patterns))
      .map((of): AccessRuleSubject => ({ kind: 'username', ...of })),
    fc
      .oneof(fc.record(names), fc.record(patterns))
      .map((of): AccessRuleSubject => ({ kind: 'clientid', ...of })),
    fc
      .tuple(text, fc.record(names))
      .map(([name, of]): AccessRuleSubject => ({ kind: 'client_attr', name, ...of })),
    net.map((one): AccessRuleSubject => ({ kind: 'ipaddr', net: one })),
    fc.array(net, { maxLength: 3 }).map((nets): AccessRuleSubject => ({ kind: 'ipaddrs', nets })),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('who'), { maxLength: 3 }))
      .map(([kind, of]): AccessRuleSubject => ({ kind: kind === 'and' ? 'and' : 'or', of })),
  ),
}))

const topic = fc.record({ text: text.filter((one) => !one.startsWith('eq ')), isExact: fc.boolean() })
const rule = fc
  .record({
    permission: fc.constantFrom('allow', 'deny'),
    who,
    action: fc.constantFrom('publish', 'subscribe', 'all'),
    qos: fc.oneof(fc.constant(everyQos), fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 })),
    retain: fc.constantFrom(true, false, 'all' as const),
    topics: fc.oneof(fc.constant('all' as const), fc.array(topic, { maxLength: 4 })),
  })
  .map((one): AccessRule => (one.action === 'subscribe' ? { ...one, retain: 'all' } : one))

test('what is printed is read as it was', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
      const parsed = parseAclFile(printAclFile(rules))
      expect(parsed).toEqual({ rules: rules.map((one, at) => ({ rule: one, line: at + 1 })) })
    }),
  )
})

test('any text is rules or has a fault with a place', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    '.\n',
    '"a"',
    'allow',
    'all',
    ' ',
    '%x\n',
    '<<',
    'X',
    '1',
    "'",
  )
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        fc.array(pieces).map((all) => all.join('')),
      ),
      (file) => {
        const parsed = parseAclFile(file)
        expect('rules' in parsed || parsed.fault.line >= 1).toBe(true)
      },
    ),
  )
})

test('comments, older words, options, and the short form', () => {
  const file = `%% all of it
{allow, {user, "a"}, {publish, [{qos, [1, 2]}, {retain, true}]}, ["t/\${clientid}", {eq, "a/#"}, "eq b"]}.
{deny,
  {'or', [{client, {re, "^x"}}, {ipaddrs, ["10.0.0.0/8"]}]}, all, all}. % the end
{allow, all}.`
  expect(parseAclFile(file)).toEqual({
    rules: [
      {
        line: 2,
        rule: {
          permission: 'allow',
          who: { kind: 'username', text: 'a', isPattern: false },
          action: 'publish',
          qos: [1, 2],
          retain: true,
          topics: [
            { text: `t/\${clientid}`, isExact: false },
            { text: 'a/#', isExact: true },
            { text: 'b', isExact: true },
          ],
        },
      },
      {
        line: 3,
        rule: {
          permission: 'deny',
          who: {
            kind: 'or',
            of: [
              { kind: 'clientid', text: '^x', isPattern: true },
              { kind: 'ipaddrs', nets: ['10.0.0.0/8'] },
            ],
          },
          action: 'all',
          qos: [0, 1, 2],
          retain: 'all',
          topics: 'all',
        },
      },
      {
        line: 5,
        rule: {
          permission: 'allow',
          who: { kind: 'all' },
          action: 'all',
          qos: [0, 1, 2],
          retain: 'all',
          topics: 'all',
        },
      },
    ],
  })
})

test.each([
  ['{allow, all}.\n{deny, all, subscribe ["a"]}.', { kind: 'syntax', line: 2, column: 23, before: "'['" }],
  ['{maybe, all}.', { kind: 'syntax', line: 1, column: 7, before: "','" }],
  ['{allow all}.', { kind: 'syntax', line: 1, column: 8, before: 'all' }],
  ['{allow, all', { kind: 'syntax', line: 1, column: 9, before: undefined }],
  ['{allow, All}.', { kind: 'bad-term', line: 1, column: 9 }],
  ['{allow, {user, "a}, all, ["x"]}.', { kind: 'unterminated', line: 1, column: 29, what: 'string' }],
  ['{allow all}.\n{deny, {user, "a}.', { kind: 'syntax', line: 1, column: 8, before: 'all' }],
  ['{maybe_not, all}.\n{allow all}.', { kind: 'syntax', line: 2, column: 8, before: 'all' }],
  ['{allow, all}.\n~', { kind: 'illegal', line: 2, column: 1, what: 'character' }],
])('%s is not read', (file, fault) => {
  expect(parseAclFile(file)).toMatchObject({ fault: { ...fault } })
})

test.each([
  ['{perhaps, all, all, ["a"]}.', 'invalid_authorization_permission'],
  ['{allow, everybody, all, ["a"]}.', 'invalid_client_match_condition'],
  ['{allow, {ipaddr, "10.0.0"}, all, ["a"]}.', 'invalid_client_match_condition'],
  ['{allow, {user, {re, "("}}, all, ["a"]}.', 'invalid_re_pattern'],
  ['{allow, {user, {re, "*a"}}, all, ["a"]}.', 'invalid_re_pattern'],
  ['{allow, {user, {re, "\\\\b+"}}, all, ["a"]}.', 'invalid_re_pattern'],
  ['{allow, {user, {re, "(?<=a+)b"}}, all, ["a"]}.', 'invalid_re_pattern'],
  ['{allow, all, read, ["a"]}.', 'invalid_authorization_action'],
  ['{allow, all, {publish, [{qos, 3}]}, ["a"]}.', 'invalid_authorization_qos'],
  ['{allow, all, {publish, [{retain, maybe_not}]}, ["a"]}.', 'invalid_authorization_retain'],
  ['{allow, all, publish, "a"}.', 'invalid_authorization_rule'],
  ['{allow, all, publish}.', 'invalid_authorization_rule'],
  ['hello.', 'invalid_authorization_rule'],
])('%s is no rule', (file, reason) => {
  expect(parseAclFile(file)).toMatchObject({ fault: { kind: 'rule', line: 1, reason } })
})

test.each(['(?i)^a', '\\\\Aa\\\\z', 'a++', '[[:alpha:]]+', '^(?>a|b)', '(*SKIP)a'])(
  '%s may be a pattern of PCRE',
  (pattern) => {
    expect(parseAclFile(`{allow, {user, {re, "${pattern}"}}, all, ["a"]}.`)).toHaveProperty('rules')
  },
)

const words = fc.constantFrom(
  '{allow, all}.\n',
  '{deny, {user, "a"}, publish, ["t"]}.',
  '\n',
  '{',
  '}',
  '.',
  '"',
  "'",
  '%',
  'maybe',
  '~',
  'X',
)
const edit = fc.record({
  at: fc.nat(),
  removed: fc.nat(12),
  put: fc.array(words, { maxLength: 3 }).map((all) => all.join('')),
})

test('what is read after each edit is what is read from the beginning', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), fc.array(edit, { maxLength: 8 }), (parts, edits) => {
      const reader = new AclFileReader()
      let file = parts.join('')
      expect(reader.read(file)).toEqual(parseAclFile(file))
      for (const { at, removed, put } of edits) {
        const from = at % (file.length + 1)
        file = `${file.slice(0, from)}${put}${file.slice(from + removed)}`
        expect(reader.read(file)).toEqual(parseAclFile(file))
      }
    }),
  )
})

test('of an edited file the rest is not read again', () => {
  const reader = new AclFileReader()
  const rulesOf = (file: string) => {
    const read = reader.read(file)
    return 'rules' in read ? read.rules : []
  }
  const [first, , last] = rulesOf('{allow, all}.\n{deny, all}.\n{allow, all}.\n')
  expect(rulesOf('{allow, all}.\n{deny, all, {publish, "')).toEqual([])
  const edited = rulesOf('{allow, all}.\n\n{deny, all, publish, ["a"]}.\n{allow, all}.\n')
  expect(edited.map(({ line }) => line)).toEqual([1, 3, 4])
  expect(edited[0]?.rule).toBe(first?.rule)
  const unfinished = rulesOf('{allow, all}.\n\n{deny, "all, publish, ["a"]}.\n{allow, all}.\n')
  expect(unfinished).toEqual([])
  const [, , kept] = rulesOf('{allow, all}.\n\n{deny, all, publish, ["b"]}.\n{allow, all}.\n')
  expect(kept?.rule).toBe(edited[2]?.rule)
  expect(last?.rule).not.toBe(kept?.rule)
})
