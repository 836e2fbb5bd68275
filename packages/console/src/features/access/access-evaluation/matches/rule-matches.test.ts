import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'
import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { placeBuiltInRules, placeFileRules } from '@brokerdeck/contract/access/place-rules.ts'
import {
  type AccessRule,
  type AccessRuleSubject,
  everybody,
} from '@brokerdeck/languages/access-rules/access-rule.ts'
import { parseAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { expect, test } from 'vitest'
import type { AccessSession } from '#features/access/access-evaluation/access-facts.ts'
import { buildAccessPolicies } from '#features/access/access-evaluation/preview/access-policy.ts'
import { runThrough } from '#lib/run-in-slices.ts'
import { noHitWords } from './found-matches-list.tsx'
import { type AskedRule, ruleMatches } from './rule-matches.ts'
import { findNamed } from './use-rule-matches.ts'

const http: AccessSource = { type: 'http', enable: true }
const fileSource = (rules: string, enable = true): AccessSource => ({ type: 'file', enable, rules })

function fileRule(text: string, number: number): AskedRule {
  const parsed = parseAclFile(text)
  const placed = placeFileRules('rules' in parsed ? parsed.rules : [])[number - 1]
  if (placed === undefined) throw new Error('no such rule')
  return { source: 'file', placed, who: placed.rule.who }
}

const builtIn = (topic: string, more: Partial<BuiltInRule> = {}): BuiltInRule => ({
  permission: 'deny',
  action: 'subscribe',
  topic,
  qos: [0, 1, 2],
  retain: 'all',
  ...more,
})

interface Given {
  readonly sources: readonly AccessSource[]
  readonly subscribed?: readonly (readonly [clientid: string, topic: string])[]
  readonly sessions?: readonly AccessSession[]
  readonly ofClients?: Readonly<Record<string, readonly BuiltInRule[]>>
  readonly ofAll?: readonly BuiltInRule[]
  readonly mechanism?: string
}

const session = (clientid: string, more: Partial<AccessSession> = {}): AccessSession => ({
  clientid,
  ip_address: '10.0.0.1',
  listener: 'tcp:default',
  connected: true,
  ...more,
})

function listMatches(asked: AskedRule, given: Given) {
  const { sources, subscribed = [], ofClients = {}, ofAll = [], mechanism } = given
  const sessions = given.sessions ?? [...new Set(subscribed.map(([id]) => id))].map((id) => session(id))
  const rules = {
    clients: (name: string) => ofClients[name] ?? ('none' as const),
    users: () => 'none' as const,
    all: ofAll,
  }
  const authenticators = mechanism === undefined ? [] : [{ id: mechanism, mechanism, enable: true }]
  const surroundings = { authenticators, users: new Map(), listeners: new Map(), rules }
  const sample = {
    subscriptions: subscribed.map(([clientid, topic]) => ({ clientid, topic, qos: 0 as const })),
    total: subscribed.length,
    sessions: new Map(sessions.map((one) => [one.clientid, one])),
  }
  const { before } = runThrough(buildAccessPolicies({ sources, noMatch: 'allow', rules }, {}))
  const matches = runThrough(ruleMatches(asked, before, sample, surroundings))
  const rows = matches.matches.map(({ clientid, topic, outcome }) => {
    const by = outcome.kind === 'earlier' ? ` ${outcome.from} ${outcome.placed?.number ?? '-'}` : ''
    const untold = outcome.kind === 'untold' ? outcome : undefined
    const open = untold?.unsure.map(({ source, lack }) => ` ${source} ${lack}`) ?? []
    if (untold?.anyway !== undefined) open.push(`, anyway ${untold.anyway}`)
    return `${clientid} ${topic}: ${outcome.kind}${by}${untold?.mayBeSuperuser ? ' superuser' : ''}${open.join('')}`
  })
  return { ...matches, rows, why: (isOfNamed = false) => noHitWords(asked, matches, before, isOfNamed) }
}

const subscribed = [
  ['a', 'plant/1'],
  ['b', 'plant/2'],
  ['b', 'other'],
] as const

const deny = '{deny, {clientid, "b"}, subscribe, ["plant/#"]}.\n'
const allowAll = '{allow, all, subscribe, ["plant/#"]}.'
const maybe = '{deny, {clientid, {re, "(*COMMIT)B"}}, subscribe, ["plant/#"]}.\n'
const denyAll = '{deny, all, subscribe, ["plant/#"]}.\n'

const decided: readonly (readonly [name: string, asked: AskedRule, given: Given, rows: readonly string[]])[] =
  [
    [
      'it decides what it covers',
      fileRule(denyAll, 1),
      { sources: [fileSource(denyAll)] },
      ['a plant/1: decides', 'b plant/2: decides'],
    ],
    [
      'a rule before it decides for one of them',
      fileRule(deny + denyAll, 2),
      { sources: [fileSource(deny + denyAll)] },
      ['a plant/1: decides', 'b plant/2: earlier file 1'],
    ],
    [
      'a rule after it does not matter',
      fileRule(deny + denyAll, 1),
      { sources: [fileSource(deny + denyAll)] },
      ['b plant/2: decides'],
    ],
    [
      'a source before it decides',
      fileRule(denyAll, 1),
      {
        sources: [{ type: 'built_in_database', enable: true }, fileSource(denyAll)],
        ofClients: { a: [builtIn('plant/1', { permission: 'allow' })] },
      },
      ['a plant/1: earlier built_in_database 1', 'b plant/2: decides'],
    ],
    [
      'a disabled source before it does not',
      fileRule(denyAll, 1),
      {
        sources: [{ type: 'built_in_database', enable: false }, fileSource(denyAll)],
        ofAll: [builtIn('#', { permission: 'allow' })],
      },
      ['a plant/1: decides', 'b plant/2: decides'],
    ],
    [
      'of an external source before it nobody can tell',
      fileRule(deny, 1),
      { sources: [http, fileSource(deny)] },
      ['b plant/2: untold http external'],
    ],
    [
      'an external source after it is not asked',
      fileRule(deny, 1),
      { sources: [fileSource(deny), http] },
      ['b plant/2: decides'],
    ],
    [
      'what certainly decides before says more than what may',
      fileRule(deny + denyAll, 2),
      { sources: [http, fileSource(deny + denyAll)] },
      ['a plant/1: untold http external', 'b plant/2: earlier file 1'],
    ],
    [
      'a token may bring rules, and make a superuser',
      fileRule(deny, 1),
      { sources: [fileSource(deny)], mechanism: 'jwt' },
      ['b plant/2: untold superuser client_info credentials'],
    ],
    [
      'shares, mountpoints and placeholders are as they are decided about',
      fileRule('{deny, all, subscribe, ["own/${clientid}/#"]}.', 1),
      {
        sources: [fileSource('{deny, all, subscribe, ["own/${clientid}/#"]}.')],
        sessions: [session('a'), session('b', { mountpoint: 'site/' })],
        subscribed: [
          ['a', '$share/g/own/a/x'],
          ['a', 'own/b/x'],
          ['b', 'site/own/b/x'],
        ],
      },
      ['a $share/g/own/a/x: decides', 'b site/own/b/x: decides'],
    ],
    [
      'of a certificate nothing is known, and what follows does not matter',
      fileRule('{deny, all, subscribe, ["${cert_common_name}/#"]}.\n{allow, all}.', 1),
      {
        sources: [fileSource('{deny, all, subscribe, ["${cert_common_name}/#"]}.\n{allow, all}.'), http],
        sessions: [session('b', { listener: 'ssl:default' })],
        subscribed: [['b', 'plant/2']],
      },
      ['b plant/2: untold file certificate'],
    ],
    [
      'where it cannot be told who decides, the answer may be the same',
      fileRule(maybe + denyAll, 2),
      { sources: [fileSource(maybe + denyAll)] },
      ['a plant/1: untold file pattern, anyway deny', 'b plant/2: untold file pattern, anyway deny'],
    ],
    [
      'so it is for a superuser who is allowed',
      fileRule(allowAll, 1),
      { sources: [fileSource(allowAll)], mechanism: 'ldap' },
      ['a plant/1: untold superuser, anyway allow', 'b plant/2: untold superuser, anyway allow'],
    ],
  ]

test.each(decided)('%s', (_name, asked, given, rows) => {
  expect(listMatches(asked, { subscribed, ...given }).rows).toEqual(rows)
})

test('a rule of a client ID is for that client, at its place among those of the username and of all', () => {
  const own = placeBuiltInRules('clients', [builtIn('x'), builtIn('plant/#')])
  const who: AccessRuleSubject = { kind: 'clientid', text: 'b', isPattern: false }
  const [, second] = own
  if (second === undefined) throw new Error('no such rule')
  const given = {
    sources: [{ type: 'built_in_database', enable: true } as const],
    ofClients: { b: [builtIn('x'), builtIn('plant/#')] },
    ofAll: [builtIn('plant/#')],
    subscribed,
  }
  const { rows, clients } = listMatches({ source: 'built_in_database', placed: second, who }, given)
  expect({ rows, clients }).toEqual({ rows: ['b plant/2: decides'], clients: ['b'] })
  const [ofAll] = placeBuiltInRules('all', [builtIn('plant/#')])
  if (ofAll === undefined) throw new Error('no such rule')
  expect(listMatches({ source: 'built_in_database', placed: ofAll, who: everybody }, given).rows).toEqual([
    'a plant/1: decides',
    'b plant/2: earlier built_in_database 2',
  ])
})

test('a name that holds a wildcard is told, since a topic takes it in as one', () => {
  const rule = '{allow, all, subscribe, ["up/${username}/#"]}.'
  const sessions = [session('a', { username: '+' }), session('b', { username: 'bob' })]
  const { wideNames, rows } = listMatches(fileRule(rule, 1), {
    sources: [fileSource(rule)],
    sessions,
    subscribed: [['a', 'up/bob/x']],
  })
  expect({ wideNames, rows }).toEqual({ wideNames: ['a'], rows: ['a up/bob/x: decides'] })
})

test('whoever is not connected, or not known, is left out and counted', () => {
  const sessions = [session('a', { connected: false })]
  const { rows, looked, unread, lookedClients } = listMatches(fileRule(denyAll, 1), {
    sources: [fileSource(denyAll)],
    sessions,
    subscribed,
  })
  expect({ rows, looked, unread, lookedClients }).toEqual({
    rows: [],
    looked: 0,
    unread: 2,
    lookedClients: 0,
  })
})

const publish = '{deny, {clientid, "b"}, publish, ["plant/#"]}.\n'
const elsewhere = '{deny, {clientid, "b"}, subscribe, ["else"]}.\n'
const nobody = '{deny, {clientid, "z"}, subscribe, ["plant/#"]}.\n'

test.each<readonly [string, AskedRule, Given, boolean, RegExp]>([
  ['there is no such source', fileRule(deny, 1), { sources: [http] }, false, /not in the chain/],
  ['it is disabled', fileRule(deny, 1), { sources: [fileSource(deny, false)] }, false, /disabled/],
  [
    'nobody is connected',
    fileRule(denyAll, 1),
    { sources: [fileSource(denyAll)], subscribed: [] },
    false,
    /^No client is connected\.$/,
  ],
  [
    'nobody is called so',
    fileRule(nobody, 1),
    { sources: [fileSource(nobody)], subscribed: [] },
    true,
    /with the client ID z/,
  ],
  [
    'it is for nobody of them',
    fileRule(nobody, 1),
    { sources: [fileSource(nobody)] },
    false,
    /None of the clients/,
  ],
  ['it is for publishing', fileRule(publish, 1), { sources: [fileSource(publish)] }, false, /for publishing/],
  [
    'it covers nothing of theirs',
    fileRule(elsewhere, 1),
    { sources: [fileSource(elsewhere)] },
    false,
    /None of their subscriptions/,
  ],
  [
    'all is decided before',
    fileRule(denyAll + deny, 2),
    { sources: [fileSource(denyAll + deny)] },
    false,
    /earlier rules already have/,
  ],
])('that it hits nobody is said with the reason: %s', (_name, asked, given, isOfNamed, words) => {
  expect(listMatches(asked, { subscribed, ...given }).why(isOfNamed)).toMatch(words)
})

test('clients are asked for by name where a rule names them', () => {
  const clientid: AccessRuleSubject = { kind: 'clientid', text: 'b', isPattern: false }
  const username: AccessRuleSubject = { kind: 'username', text: 'u', isPattern: false }
  const ofRule = (who: AccessRuleSubject): AccessRule['who'] => who
  expect([
    findNamed(ofRule(clientid)),
    findNamed({ kind: 'and', of: [everybody, username] }),
    findNamed({ kind: 'ipaddr', net: '10.0.0.1' }),
    findNamed({ kind: 'ipaddr', net: '10.0.0.0/8' }),
    findNamed({ kind: 'or', of: [clientid, username] }),
    findNamed({ ...clientid, isPattern: true }),
    findNamed(everybody),
  ]).toEqual([
    { clientid: ['b'] },
    { username: ['u'] },
    { ip_address: '10.0.0.1' },
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
