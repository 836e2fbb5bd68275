import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { placeBuiltInRules } from '@brokerdeck/contract/access/place-rules.ts'
import type { Listener } from '@brokerdeck/contract/settings/listeners.ts'
import { expect, test } from 'vitest'
import type { TraceEvent } from '#domain/trace/trace-row.ts'
import { parseQuestion } from '#features/access/why/question.ts'
import { evaluateAccess } from './evaluate-access.ts'
import { evaluateConnect } from './evaluate-connect.ts'
import type { AttemptFacts, DeedFacts } from './facts.ts'
import { type Observed, observe } from './observed.ts'

type Facts = AttemptFacts & DeedFacts

const builtIn = { id: 'password_based:built_in_database', mechanism: 'password_based', enable: true }
const database = { ...builtIn, backend: 'built_in_database', user_id_type: 'username' }
const jwt = { id: 'jwt', mechanism: 'jwt', enable: true, from: 'password' }
const mysql = { id: 'password_based:mysql', mechanism: 'password_based', backend: 'mysql', enable: true }
const httpAuthn = { ...mysql, id: 'password_based:http', backend: 'http' }
const scram = {
  id: 'scram:built_in_database',
  mechanism: 'scram',
  backend: 'built_in_database',
  enable: true,
}
const http = { type: 'http', enable: true } as const
const file = (rules: string) => ({ type: 'file', enable: true, rules }) as const
const denyAll = file('{deny, all}.')
const user = { user_id: 'u', is_superuser: false }

const wish = { clientid: 'c', action: 'publish', topic: 'a/b', qos: 1, retain: false } as const
const nothingObserved = observe([], wish)

const tcp: Listener = { id: 'tcp:default', type: 'tcp', bind: ':1883', enable: true, enable_authn: true }

const plain: Facts = {
  session: undefined,
  cache: [],
  listener: tcp,
  bans: [],
  hasMoreBans: false,
  authenticators: [],
  users: new Map(),
  settings: {
    no_match: 'allow',
    deny_action: 'ignore',
    cache: { enable: true, max_size: 32, ttl: '1m', excludes: [] },
  },
  sources: [],
  builtInRules: [],
}

const guarded: Listener = { ...tcp, access_rules: ['deny 10.0.0.0/8', 'allow all'] }

const secure: Listener = { ...tcp, id: 'ssl:default', type: 'ssl', ssl_options: { verify: 'verify_peer' } }
const certified = file('{deny, all, all, ["${cert_common_name}/#"]}.')

function evaluate(
  given: Partial<Facts>,
  search: Record<string, string> = {},
  seen: Observed = nothingObserved,
) {
  const question = parseQuestion({
    clientid: 'c',
    username: 'u',
    peerhost: '10.0.0.1',
    as: 'typed',
    topic: 'a/b',
    ...search,
  })
  const facts = { ...plain, ...given }
  const { steps, verdict } = (question.wish === 'connect' ? evaluateConnect : evaluateAccess)(
    facts,
    question,
    seen,
  )
  const said = verdict.outcome === 'depends' ? verdict.dependsOn.join(', ') : verdict.by.join(' or ')
  return { steps, notes: verdict.notes, told: `${verdict.outcome}: ${said}` }
}

type Row = readonly [told: string, given: Partial<Facts>, search?: Record<string, string>]

const netAllow = '{allow, {ipaddr, "10.0.0.0/8"}, all, ["a/#"]}.\n'
const netDeny = '{deny, {ipaddr, "10.0.0.0/8"}, all, ["a/#"]}.\n'
const noAddress = { peerhost: '' }
const denies: Partial<Facts> = { settings: { ...plain.settings, no_match: 'deny' } }
const tables = { type: 'built_in_database', enable: true } as const
const rule = { topic: 'a/#', permission: 'deny', action: 'all', qos: [0, 1, 2], retain: 'all' } as const
const deniesAll: Partial<Facts> = { builtInRules: placeBuiltInRules('all', [{ ...rule, qos: [0, 1, 2] }]) }

const wishes: readonly Row[] = [
  ['allow: What no source decides', {}],
  ['deny: What no source decides', { settings: { ...plain.settings, no_match: 'deny' } }],
  ['deny: File', { sources: [denyAll] }],
  ['allow: What no source decides', { sources: [{ ...denyAll, enable: false }] }],
  ['depends: HTTP service', { sources: [http, denyAll] }],
  ['deny: File', { sources: [denyAll, http] }],
  ['depends: File', { sources: [file('{deny, all')] }],
  ['deny: Topic', {}, { topic: '$delayed/5' }],
  ['deny: Topic', {}, { wish: 'subscribe', topic: '$share/g/$delayed/5' }],
  [
    'deny: File',
    { sources: [file('{deny, all, all, ["a"]}.')] },
    { wish: 'subscribe', topic: '$delayed/5/a' },
  ],
  // Cases with unknown facts.
  ['depends: File', { sources: [file('{deny, {ipaddr, "10.0.0.0/8"}, all, ["a/#"]}.')] }, { peerhost: '' }],
  ['deny: File', { sources: [file('{deny, {ipaddr, "10.0.0.0/8"}, all, ["a/#"]}.')] }],
  [
    'allow: What no source decides',
    { sources: [file('{deny, {ipaddr, "10.0.0.0/8"}, all, ["b/#"]}.')] },
    { peerhost: '' },
  ],
  ['depends: File', { sources: [file('{deny, {client_attr, "t", "x"}, all, ["a/#"]}.')] }],
  [
    'depends: File',
    { sources: [file('{deny, all, all, ["${cert_common_name}/#"]}.')] },
    { listener: 'ssl:default' },
  ],
  ['allow: What no source decides', { sources: [file('{deny, all, all, ["${cert_common_name}/#"]}.')] }],
  ['deny: File', { sources: [certified], listener: secure }, { listener: 'ssl:default', cn: 'a' }],
  [
    'allow: What no source decides',
    { sources: [certified], listener: secure },
    { listener: 'ssl:default', cn: 'x' },
  ],
  ['depends: File', { sources: [certified], listener: secure }, { listener: 'ssl:default' }],
  [
    'allow: What no source decides',
    { sources: [certified], listener: { ...secure, ssl_options: { verify: 'verify_none' } } },
    { listener: 'ssl:default', cn: 'a' },
  ],
  [
    'depends: File',
    { sources: [certified], listener: { ...tcp, proxy_protocol: true } },
    { listener: 'tcp:default' },
  ],
  // Cases in which several sources may decide: the result is certain if all of them decide the same.
  ['deny: File', { sources: [file(`${netDeny}{deny, all}.`)] }, noAddress],
  ['depends: File', { sources: [file(`${netDeny}{allow, all}.`)] }, noAddress],
  ['deny: File or What no source decides', { sources: [file(netDeny)], ...denies }, noAddress],
  ['deny: File or Built-in database', { sources: [file(netDeny), tables], ...deniesAll }, noAddress],
  ['depends: File', { sources: [file(`${netAllow}${netDeny}`), tables], ...deniesAll }, noAddress],
  ['deny: File', { sources: [file(`${netDeny}{deny, all}.`), http] }, noAddress],
  ['depends: File, HTTP service', { sources: [file(netDeny), http, tables], ...deniesAll }, noAddress],
  ['depends: Superuser', { sources: [file(netDeny)], ...denies, authenticators: [mysql] }, noAddress],
  // Cases with patterns that the broker may interpret differently.
  ['depends: File', { sources: [file('{deny, {clientid, {re, "(*COMMIT)C"}}, all, ["a/#"]}.')] }],
  ['deny: File', { sources: [file('{deny, {clientid, {re, "^c$"}}, all, ["a/#"]}.')] }],
  // Superusers may do everything, and a client that may be a superuser is not certainly denied.
  ['depends: Superuser', { authenticators: [mysql], sources: [denyAll] }],
  ['allow: Superuser or What no source decides', { authenticators: [mysql] }],
  ['allow: Superuser', withUser(true)],
  ['deny: File', withUser(false)],
  ['depends: Superuser', { ...withUser(true), authenticators: [mysql, database] }],
  // Cases with tokens, which may carry rules of their own.
  ['depends: Superuser, Rules of the credentials', { authenticators: [jwt], sources: [denyAll] }],
]

test.each(wishes.map((row, at) => ({ at, row })))('publish, case $at', ({ row: [told, given, search] }) => {
  expect(evaluate(given, search).told).toBe(told)
})

function withUser(is_superuser: boolean): Partial<Facts> {
  const users = new Map([[database.id, { ...user, is_superuser }]])
  return { authenticators: [database], users, sources: [denyAll] }
}

function ban(as: Ban['as'], who: string): Ban {
  const at = '2026-01-01T00:00:00+00:00'
  return { as, who, by: 'x', reason: '', at, until: 'infinity' }
}

const attempts: readonly Row[] = [
  ['allow: Authentication', {}],
  ['deny: Listener tcp:default', { listener: undefined }],
  ['deny: Authentication', { authenticators: [database] }, { password: '1' }],
  ['deny: Built-in database (Password-Based)', { authenticators: [database] }],
  ['deny: Authentication', { authenticators: [scram] }],
  ['depends: MySQL (Password-Based)', { authenticators: [mysql] }, { password: '1' }],
  // These backends look up no client that has no password, but a service may accept such a client.
  ['deny: MySQL (Password-Based)', { authenticators: [mysql, database] }],
  ['depends: HTTP service (Password-Based)', { authenticators: [httpAuthn, mysql] }],
  ['depends: MySQL (Password-Based)', { authenticators: [mysql, database] }, { password: '1' }],
  // Cases with steps that can only refuse, in front of a step that refuses.
  [
    'deny: Banned list or Built-in database (Password-Based)',
    { hasMoreBans: true, authenticators: [database] },
  ],
  [
    'deny: Listener tcp:default or Banned list or Authentication',
    { hasMoreBans: true, listener: guarded, authenticators: [scram] },
    noAddress,
  ],
  [
    'deny: Listener tcp:default or Banned list',
    { listener: guarded, bans: [ban('username', 'u')] },
    noAddress,
  ],
  [
    'depends: Banned list, MySQL (Password-Based)',
    { hasMoreBans: true, authenticators: [mysql] },
    { password: '1' },
  ],
  ['depends: JWT', { authenticators: [jwt] }, { password: '1' }],
  ['deny: Authentication', { authenticators: [jwt] }],
  ['depends: Built-in database (Password-Based)', { ...withUser(false) }, { password: '1' }],
  ['depends: Banned list', { hasMoreBans: true }],
  ['deny: Banned list', { bans: [ban('clientid_re', '^c')] }],
  ['allow: Authentication', { bans: [ban('clientid_re', '^d')] }],
  ['depends: Banned list', { bans: [ban('clientid_re', '(*COMMIT)^D')] }],
  ['deny: Banned list', { bans: [ban('clientid_re', '(*COMMIT)^D'), ban('username', 'u')] }],
  ['depends: Banned list', { bans: [ban('peerhost_net', '10.0.0.0/8')] }, { peerhost: '' }],
  ['deny: Banned list', { bans: [ban('peerhost_net', '10.0.0.0/8')] }],
  // For a listener on [::] the broker compares the address that its socket reports.
  ['allow: Authentication', { bans: [ban('peerhost', '10.0.0.1')] }, { peerhost: '::ffff:10.0.0.1' }],
  ['deny: Banned list', { bans: [ban('peerhost', '::ffff:10.0.0.1')] }, { peerhost: '::ffff:10.0.0.1' }],
]

test.each(attempts.map((row, at) => ({ at, row })))('connect, case $at', ({ row: [told, given, search] }) => {
  expect(evaluate(given, { wish: 'connect', ...search }).told).toBe(told)
})

test('each step says how it is known', () => {
  const rule = { topic: 'a/#', permission: 'allow', action: 'all', qos: [0, 1, 2], retain: 'all' } as const
  const { steps, told } = evaluate({
    sources: [http, { type: 'built_in_database', enable: true }, denyAll],
    builtInRules: placeBuiltInRules('clients', [{ ...rule, qos: [0, 1, 2] }]),
  })
  expect(told).toBe('depends: HTTP service')
  expect(steps.map(({ id, basis, outcome }) => `${id} ${basis} ${outcome}`)).toEqual([
    'superuser computed next',
    'client_info computed next',
    'http unknown unknown',
    'built_in_database computed allow',
  ])
  expect(steps.at(-1)?.rules?.map(({ words }) => words)).toEqual(['May publish and subscribe to a/#'])
})

test('what a trace has seen of another wish is not taken for this one', () => {
  const row: TraceEvent = {
    id: '1',
    node: 'n',
    line: '',
    at: 0,
    time: '',
    level: 'debug',
    tag: 'AUTHZ',
    msg: 'authorization_matched_deny',
    clientid: 'c',
    username: undefined,
    peername: undefined,
    packet: undefined,
    payload: undefined,
    payloadEncoding: undefined,
    kind: 'event',
    topic: 'a/b',
    meta: { authorize_type: 'http', action: 'PUBLISH(Q1,R0)' },
  }
  const seen = observe([row], wish)
  expect(evaluate({ sources: [http] }, { qos: '1' }, seen).told).toBe('deny: HTTP service')
  for (const other of [{ qos: 0 }, { retain: true }, { topic: 'a' }, { clientid: 'd' }]) {
    expect(observe([row], { ...wish, ...other })).toEqual(nothingObserved)
  }
})

test('what else happens to a client that is denied', () => {
  const disconnects = { ...plain.settings, deny_action: 'disconnect' } as const
  expect(evaluate({ sources: [denyAll], settings: disconnects }).notes).toEqual([
    'The broker disconnects the client.',
  ])
})

test('what a trace has seen an authenticator say decides an attempt', () => {
  const said = (result: string) => {
    const row: TraceEvent = {
      id: '1',
      node: 'n',
      line: '',
      at: 0,
      time: '',
      level: 'debug',
      tag: 'AUTHN',
      msg: 'authenticator_result',
      clientid: 'c',
      username: 'u',
      peername: undefined,
      topic: undefined,
      packet: undefined,
      payload: undefined,
      payloadEncoding: undefined,
      kind: 'event',
      meta: { authenticator: mysql.id, result },
    }
    return evaluate({ authenticators: [mysql] }, { wish: 'connect', password: '1' }, observe([row], wish))
      .told
  }
  expect(said('ok')).toBe('allow: MySQL (Password-Based)')
  expect(said('{error,not_authorized}')).toBe('deny: MySQL (Password-Based)')
  expect(said('ignore')).toBe('deny: Authentication')
  expect(said('continue')).toBe('depends: MySQL (Password-Based)')
})

test('what is left where something cannot be told', () => {
  expect(evaluate({ sources: [http, denyAll] }).notes).toContain(
    'Unless they allow it, it is denied. Decided by: File',
  )
  expect(evaluate({ sources: [file(`${netDeny}{allow, all}.`)] }, noAddress).notes).toEqual([
    'Allowed, unless an undetermined rule denies it.',
  ])
  const { steps, notes } = evaluate({ sources: [http] })
  expect(notes).toEqual([
    'If they have nothing against it, it is allowed. Decided by: What no source decides',
  ])
  expect(steps.at(-1)?.text).toBe('Allowed, if the undetermined steps above do not match.')
})

test('an answer that is the same whoever gives it says so', () => {
  const { steps, notes } = evaluate({ sources: [file(netDeny)], ...denies }, { ...noAddress, qos: '1' })
  expect(notes[0]).toBe("Can't determine which one decides; the answer is the same.")
  expect(steps.at(-1)?.text).toBe('Denied, if the undetermined steps above do not match.')
})

test('a name that holds wildcards makes a rule wider, and that is said', () => {
  const sources = [file('{allow, {clientid, "c"}, all, ["a/${username}"]}.\n{deny, all}.')]
  const { steps, told } = evaluate({ sources }, { username: '+' })
  expect(told).toBe('allow: File')
  expect(steps.find(({ id }) => id === 'file')?.text).toMatch(/^A client name inside the filter contains/)
  expect(evaluate({ sources }, { username: 'b' }).steps.find(({ id }) => id === 'file')?.text).toBe(
    'Rule 1, line 1 of the file:',
  )
})
