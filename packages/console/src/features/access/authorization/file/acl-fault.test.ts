import { expect, test } from 'vitest'
import { aclFault } from './acl-fault.ts'
import { highlightAcl } from './highlight-acl.ts'

test.each([
  ['{allow, all}.\n', undefined],
  ['', undefined],
  ['%% only words\n', undefined],
  ['{allow, all}.\n{deny, all, subscribe ["a"]}.', "Line 2: something is missing or wrong before '['."],
  ['{allow, all}', 'Line 1: the rule does not end. Each ends with a full stop.'],
  ['\n\n{permit, all}.', 'Line 3: a rule begins with allow or deny.'],
  ['{allow, {username, "x}, all, all}.', 'Line 1: the quotes are not closed.'],
  ['{allow, all, write, ["a"]}.', /^Line 1: an action is publish, subscribe or all/],
  ['{allow, {ipaddr, "300.0.0.1"}, all, all}.', /^Line 1: this is not whom a rule can be for/],
  ['{allow, {username, {re, "("}}, all, all}.', 'Line 1: this is no regular expression.'],
  ['{allow, all, {publish, [{qos, 3}]}, ["a"]}.', 'Line 1: a QoS is 0, 1 or 2, or a list of them.'],
  ['{allow, all, {publish, [{retain, 1}]}, ["a"]}.', 'Line 1: retain is true, false or all.'],
  ['{allow, All, all, all}.', 'Line 1: put texts in quotes, and begin words with a small letter.'],
  ['{allow, all, all}.', /^Line 1: this is no rule/],
])('%j: %s', (text, message) => {
  const fault = aclFault(text)
  if (message === undefined) expect(fault).toBeUndefined()
  else expect(fault?.message).toMatch(message)
})

const kinds = (text: string) => highlightAcl(text).map(({ text: part, kind }) => [part, kind])

test('what is coloured is the whole text, whatever it is', () => {
  for (const text of ['', '"open', "'a", '\u0000\ud800{', '{allow, all}. % "x"\n"a\\"b" 12 Ä']) {
    expect(
      highlightAcl(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  }
  expect(kinds('{deny, {user, "a%b"}, 1}. % allow')).toEqual([
    ['{', undefined],
    ['deny', 'deny'],
    [', {', undefined],
    ['user', 'word'],
    [', ', undefined],
    ['"a%b"', 'text'],
    ['}, ', undefined],
    ['1', 'digit'],
    ['}. ', undefined],
    ['% allow', 'comment'],
  ])
})
