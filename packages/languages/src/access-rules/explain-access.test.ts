import { placeFileRules } from '@brokerdeck/contract/access/place-rules.ts'
import { expect, test } from 'vitest'
import type { AccessRequest } from './access-request.ts'
import { type AccessChain, type ChainLink, explainAccess, type Finding } from './explain-access.ts'
import { parseAclFile } from './parse-acl-file.ts'

const request: AccessRequest = {
  client: { clientid: 'c1', username: undefined, peerhost: '10.0.0.1', attributes: {} },
  action: 'publish',
  topic: 'a/b',
  qos: 0,
  retain: false,
}

function fileLink(source: string, text: string, isEnabled = true): ChainLink {
  const parsed = parseAclFile(text)
  const rules = 'rules' in parsed ? parsed.rules : []
  return {
    kind: 'rules',
    source,
    isEnabled,
    rules: () => placeFileRules(rules),
  }
}

const asked: ChainLink = { kind: 'asked', source: 'http', isEnabled: true }

/** Returns the steps and the verdict, with this response to every query. */
function walk(links: readonly ChainLink[], more: Partial<AccessChain> = {}, answer?: Finding) {
  const test = (pattern: string, subject: string) => new RegExp(pattern).test(subject)
  const steps = explainAccess({ isSuperuser: false, links, noMatch: 'allow', test, ...more }, request)
  const seen: string[] = []
  let given: Finding | undefined
  for (;;) {
    const turn = steps.next(given)
    if (turn.done === true) return { seen, verdict: turn.value }
    const step = turn.value
    seen.push(`${step.source} ${step.kind === 'found' ? step.finding.decision : step.kind}`)
    given = step.kind === 'question' ? answer : undefined
  }
}

test('the first source that says something decides, by its first rule that fits', () => {
  const file = '{deny, all, subscribe, ["a/#"]}.\n{deny, all, publish, ["a/#"]}.\n{allow, all}.'
  const links = [fileLink('one', '{allow, all, all, ["x"]}.'), fileLink('two', file), asked]
  expect(walk(links)).toMatchObject({
    seen: ['one nomatch', 'two deny'],
    verdict: { permission: 'deny', from: 'two', placed: { number: 2, line: 2 }, isCertain: true },
  })
})

test('a disabled source is passed over, and nobody decides by default', () => {
  const links = [fileLink('one', '{deny, all}.', false)]
  expect(walk(links)).toMatchObject({
    seen: ['one skipped'],
    verdict: { permission: 'allow', from: 'default' },
  })
  expect(walk([], { noMatch: 'deny' }).verdict).toMatchObject({ permission: 'deny', from: 'default' })
})

test('a superuser goes through without a step', () => {
  expect(walk([fileLink('one', '{deny, all}.')], { isSuperuser: true })).toMatchObject({
    seen: [],
    verdict: { permission: 'allow', from: 'superuser' },
  })
})

test('what cannot be known is asked; without an answer nothing after it is certain', () => {
  const links = [asked, fileLink('file', '{deny, all}.')]
  expect(walk(links, {}, { decision: 'allow' })).toMatchObject({
    seen: ['http question', 'http allow'],
    verdict: { from: 'http', isCertain: true },
  })
  expect(walk(links, {}, { decision: 'ignore' })).toMatchObject({
    seen: ['http question', 'http ignore', 'file deny'],
    verdict: { from: 'file', isCertain: true },
  })
  expect(walk(links)).toMatchObject({
    seen: ['http question', 'http unknown', 'file deny'],
    verdict: { permission: 'deny', from: 'file', isCertain: false },
  })
})
