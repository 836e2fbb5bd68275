import { placeFileRules } from '@brokerdeck/contract/access/place-rules.ts'
import { parseAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { expect, test } from 'vitest'
import { findMatch } from '#features/access/access-evaluation/find-match.ts'
import { doubtStep } from './doubt-step.ts'

const maybe = '{deny, {ipaddr, "10.0.0.0/8"}, all, ["a/#"]}.\n'

/** Evaluates a file for a client whose address is not known. */
function step(file: string) {
  const parsed = parseAclFile(file)
  const client = { clientid: 'c', username: undefined, peerhost: '', attributes: {} }
  const request = { client, action: 'publish', topic: 'a/b', qos: 0, retain: false } as const
  const found = findMatch(
    placeFileRules('rules' in parsed ? parsed.rules : []),
    request,
    new Set(['address'] as const),
  )
  const { basis, outcome, text, rules = [] } = doubtStep({ source: 'file', client, ...found })
  return { told: `${basis} ${outcome}`, text, rules: rules.map(({ where, words }) => `${where} ${words}`) }
}

const lines = (...numbers: readonly number[]) =>
  numbers.map((at) => expect.stringContaining(`Rule ${at}, line ${at} of the file:`))

test('a rule that may decide is shown, and what it says if it does', () => {
  const { told, text, rules } = step(`{allow, all, all, ["b"]}.\n${maybe}`)
  expect(told).toBe('unknown mayDeny')
  expect(text).toBe('It speaks of addresses, and the address of the client is not known.')
  expect(rules).toEqual([
    'Rule 2, line 2 of the file: Denies addresses in 10.0.0.0/8 to publish and subscribe to a/#',
  ])
})

test('with one behind it that surely says the same, it makes no difference', () => {
  const { told, text, rules } = step(`${maybe}{deny, all}.`)
  expect(told).toBe('computed deny')
  expect(text).toMatch(/Whichever of these rules decides, the answer is the same\.$/)
  expect(rules).toEqual(lines(1, 2))
})

test('with one behind it that says otherwise, it does', () => {
  const { told, text, rules } = step(`${maybe}{allow, all}.`)
  expect(told).toBe('unknown unknown')
  expect(text).toMatch(/The first matching rule decides. The last rule always matches\.$/)
  expect(rules).toEqual(lines(1, 2))
})

test('of many the first are shown, and the one that surely decides', () => {
  const { text, rules } = step(`${maybe.repeat(6)}{deny, all}.`)
  expect(rules).toEqual(lines(1, 2, 3, 7))
  expect(text).toMatch(/3 rules before the last are not shown\.$/)
  expect(step(maybe.repeat(30)).told).toBe('unknown unknown')
})
