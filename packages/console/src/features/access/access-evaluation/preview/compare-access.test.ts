import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import type { AccessSource, SourceType } from '@brokerdeck/contract/access/authorization.ts'
import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { expect, test } from 'vitest'
import type { AccessSession } from '#features/access/access-evaluation/access-facts.ts'
import { runThrough } from '#lib/run-in-slices.ts'
import type { AccessChange } from './access-change.ts'
import { type AccessState, buildAccessPolicies } from './access-policy.ts'
import type { AccessSurroundings, Lookup } from './access-sample.ts'
import { compareAccess } from './compare-access.ts'

const file = (...rules: string[]): AccessSource => ({ type: 'file', enable: true, rules: rules.join('\n') })
const off = (source: AccessSource): AccessSource => ({ ...source, enable: false })
const database: AccessSource = { type: 'built_in_database', enable: true }
const http: AccessSource = { type: 'http', enable: true, url: 'http://a' }
const redis: AccessSource = { type: 'redis', enable: true }
const denyAll = file('{deny, all}.')

const builtIn = { mechanism: 'password_based', backend: 'built_in_database', user_id_type: 'username' }
const users = { ...builtIn, id: 'users', enable: true }
const mysql = { id: 'mysql', mechanism: 'password_based', backend: 'mysql', enable: true }
const jwt = { id: 'jwt', mechanism: 'jwt', enable: true }

const rule = (topic: string, permission: 'allow' | 'deny', rest: Partial<BuiltInRule> = {}): BuiltInRule => ({
  topic,
  permission,
  action: 'all',
  qos: [0, 1, 2],
  retain: 'all',
  ...rest,
})

const lookup =
  <Entry>(entries: Readonly<Record<string, Entry | 'unread'>>): Lookup<Entry> =>
  (name) =>
    entries[name] ?? 'none'

interface Case {
  readonly sources?: readonly AccessSource[]
  readonly noMatch?: 'allow' | 'deny'
  readonly change: AccessChange
  readonly session?: Partial<AccessSession>
  readonly topic?: string
  readonly rules?: Partial<AccessState['rules']>
  readonly around?: Partial<AccessSurroundings>
}

const known: AccessSession = {
  clientid: 'c',
  username: 'u',
  ip_address: '10.0.0.1',
  listener: 'tcp:default',
  client_attrs: { site: 'a' },
  mountpoint: null,
  connected: true,
}

function compared({ sources = [], noMatch = 'allow', topic = 'a/b', ...given }: Case) {
  const rules = {
    clients: lookup<BuiltInRule[]>({}),
    users: lookup<BuiltInRule[]>({}),
    all: [],
    ...given.rules,
  }
  const surroundings: AccessSurroundings = {
    authenticators: [],
    users: new Map(),
    listeners: new Map(),
    rules,
    ...given.around,
  }
  const session = { ...known, ...given.session }
  const sample = {
    subscriptions: [{ clientid: 'c', topic, qos: 1 as const }],
    total: 1,
    sessions: new Map([['c', session]]),
  }
  const policies = runThrough(buildAccessPolicies({ sources, noMatch, rules }, given.change))
  return runThrough(compareAccess(sample, surroundings, policies))
}

/** Returns a text such as `allow > deny by file 2, unless http`. */
function told(given: Case): string {
  const [difference] = compared(given).differences
  if (difference === undefined) return 'same'
  const { before, after, by, unless, mayBeSuperuser } = difference
  const rest = [...unless.map(({ source }) => source), ...(mayBeSuperuser ? ['superuser'] : [])]
  const who =
    after === 'untold'
      ? `for ${by.after.unsure.map(({ source, lack }) => `${source} ${lack}`).join(', ')}`
      : `by ${by.after.from}${by.after.placed === undefined ? '' : ` ${by.after.placed.number}`}`
  return `${before} > ${after} ${who}${rest.length > 0 ? `, unless ${rest.join(', ')}` : ''}`
}

const allowA = '{allow, all, all, ["a/#"]}.'
const denyA = '{deny, all, all, ["a/#"]}.'
const rulesOfAll = { all: [rule('a/#', 'deny')] }
const asUser = (is_superuser: boolean) => ({
  authenticators: [users],
  users: new Map([['users', lookup({ u: { user_id: 'u', is_superuser } })]]),
})

const deny10 = '{deny, {ipaddr, "10.0.0.0/8"}, all, ["#"]}.'
const noAddress = { session: { ip_address: undefined } }
const to = (source: AccessSource) => ({ change: { source } })
const inOrder = (order: readonly SourceType[]) => ({ change: { order } })

const cases: readonly (readonly [answer: string, given: Case])[] = [
  // Cases for the decision that applies when no source decides.
  ['allow > deny by default', { change: { noMatch: 'deny' } }],
  ['same', { sources: [file(allowA)], change: { noMatch: 'deny' } }],
  ['same', { change: { noMatch: 'allow' } }],
  // Cases for rules of the file.
  [
    'allow > deny by file 2',
    { sources: [file('{allow, all, all, ["x"]}.')], ...to(file('{allow, all, all, ["x"]}.', denyA)) },
  ],
  ['deny > allow by default', { sources: [file(denyA)], ...to(file('{deny, all, all, ["b/#"]}.')) }],
  ['same', { sources: [file(denyA)], ...to(file('{deny, {username, "u"}, subscribe, ["a/b"]}.')) }],
  ['allow > deny by file 1', { sources: [file(allowA, denyA)], ...to(file(denyA, allowA)) }],
  ['same', { sources: [file()], ...to(file('{deny, all, publish, ["a/#"]}.')) }],
  ['same', { sources: [file()], ...to(file('{deny, all, {subscribe, [{qos, 2}]}, ["a/#"]}.')) }],
  ['deny > untold for file unreadable', { sources: [file(denyA)], ...to(file('{deny, all')) }],
  // Cases in which sources are added, removed and reordered.
  ['allow > deny by file 1', { ...to(denyAll) }],
  ['deny > allow by default', { sources: [denyAll], change: { without: 'file' } }],
  ['deny > allow by default', { sources: [denyAll], ...to(off(denyAll)) }],
  ['allow > deny by file 1', { sources: [off(denyAll)], ...to(denyAll) }],
  ['same', { sources: [off(denyAll)], change: { without: 'file' } }],
  [
    'allow > deny by built_in_database 1',
    { sources: [file(allowA), database], rules: rulesOfAll, ...inOrder(['built_in_database', 'file']) },
  ],
  [
    'same',
    { sources: [file(denyA), database], rules: rulesOfAll, ...inOrder(['built_in_database', 'file']) },
  ],
  ['allow > deny by built_in_database 1', { sources: [file(allowA)], rules: rulesOfAll, ...to(database) }],
  // Cases that only the broker can check.
  ['allow > untold for http external', { ...to(http) }],
  ['untold > allow by default', { sources: [http], change: { without: 'http' } }],
  ['allow > deny by default, unless http', { sources: [http], change: { noMatch: 'deny' } }],
  ['same', { sources: [http, file(denyA)], ...to(file(denyA, denyA)) }],
  ['deny > untold for http external', { sources: [file(denyA), http], ...inOrder(['http', 'file']) }],
  ['same', { sources: [file(denyA), http], ...to({ ...http, url: 'http://b' }) }],
  ['untold > untold for http external', { sources: [http], ...to({ ...http, url: 'http://b' }) }],
  [
    'untold > untold for redis external, http external',
    { sources: [http, redis], ...inOrder(['redis', 'http']) },
  ],
  // Cases for the built-in database.
  [
    'allow > deny by built_in_database 1',
    {
      sources: [database],
      change: { rules: { clients: [{ clientid: 'c', rules: [rule('a/#', 'deny')] }] } },
    },
  ],
  [
    'same',
    {
      sources: [database],
      change: { rules: { clients: [{ clientid: 'd', rules: [rule('a/#', 'deny')] }] } },
    },
  ],
  [
    'allow > deny by built_in_database 1',
    { sources: [database], change: { rules: { users: [{ username: 'u', rules: [rule('a/+', 'deny')] }] } } },
  ],
  ['deny > allow by default', { sources: [database], rules: rulesOfAll, change: { rules: { all: [] } } }],
  [
    'deny > allow by default',
    { sources: [database], rules: rulesOfAll, change: { rules: { isCleared: true } } },
  ],
  [
    'same',
    {
      sources: [database],
      rules: { clients: lookup({ c: [rule('a/#', 'allow')] }) },
      change: { rules: { all: [rule('#', 'deny')] } },
    },
  ],
  [
    'same',
    {
      sources: [database],
      rules: { clients: lookup<BuiltInRule[]>({ c: 'unread' }) },
      change: { rules: { clients: [{ clientid: 'd', rules: [] }] } },
    },
  ],
  [
    'untold > untold for built_in_database unread',
    {
      sources: [database],
      rules: { clients: lookup<BuiltInRule[]>({ c: 'unread' }) },
      change: { rules: { all: [] } },
    },
  ],
  // Cases for superusers, clients that may be superusers, and credentials that may bring rules.
  ['same', { around: asUser(true), ...to(denyAll) }],
  ['allow > deny by file 1', { around: asUser(false), ...to(denyAll) }],
  ['allow > deny by file 1, unless superuser', { around: { authenticators: [mysql] }, ...to(denyAll) }],
  [
    'allow > deny by file 1, unless client_info, superuser',
    { around: { authenticators: [jwt] }, ...to(denyAll) },
  ],
  [
    'allow > deny by file 1, unless superuser',
    {
      around: { ...asUser(false), users: new Map([['users', lookup<AuthnUser>({ u: 'unread' })]]) },
      ...to(denyAll),
    },
  ],
  // Cases for the form in which the broker keeps filters, and for rules about attributes of clients.
  ['allow > deny by file 1', { session: { mountpoint: 'm/c/' }, topic: 'm/c/a/b', ...to(file(denyA)) }],
  ['allow > deny by file 1', { session: { mountpoint: 'm/' }, topic: '$share/g/m/a/b', ...to(file(denyA)) }],
  ['allow > deny by file 1', { topic: '$share/g/a/b', ...to(file(denyA)) }],
  ['allow > deny by file 1', { topic: '$queue/a/b', ...to(file(denyA)) }],
  ['allow > deny by file 1', { topic: 'c/u', ...to(file('{deny, all, all, ["${clientid}/${username}"]}.')) }],
  ['same', { topic: 'd/u', ...to(file('{deny, all, all, ["${clientid}/${username}"]}.')) }],
  ['allow > deny by file 1', { ...to(file(deny10)) }],
  ['same', { session: { ip_address: '192.168.0.1' }, ...to(file(deny10)) }],
  ['allow > deny by file 1', { ...to(file('{deny, {client_attr, "site", "a"}, all, ["#"]}.')) }],
  ['allow > deny by file 1', { topic: '#', ...to(file('{deny, all, subscribe, [{eq, "#"}]}.')) }],
  // Cases with facts that the broker does not show; an undecidable rule with the same result as the rules after it
  // causes no doubt.
  ['allow > untold for file address', { ...noAddress, ...to(file(deny10)) }],
  ['allow > deny by file 2', { ...noAddress, ...to(file(deny10, denyA)) }],
  ['same', { ...noAddress, sources: [file(deny10)], ...to(file(deny10, '{deny, all, all, ["z"]}.')) }],
  [
    'allow > deny by file 2, unless file',
    { ...noAddress, sources: [file(deny10)], ...to(file(deny10, denyA)) },
  ],
]

test.each(cases.map(([answer, given], at) => ({ at: at + 1, answer, given })))(
  'case $at: $answer',
  ({ answer, given }) => {
    expect(told(given)).toBe(answer)
  },
)

test('says what was left out', () => {
  const change = { source: denyAll }
  expect(compared({ session: { connected: false }, change })).toEqual({
    differences: [],
    looked: 0,
    absent: 1,
    unread: 0,
  })
  const other = { session: { clientid: 'other' }, change }
  expect(compared(other).looked).toBe(1)
})

test('the work pauses often', () => {
  const rules = Array.from({ length: 3000 }, (_, at) => `{deny, {clientid, "x-${at}"}, all, ["t/${at}/#"]}.`)
  const state = {
    sources: [file(...rules)],
    noMatch: 'allow',
    rules: { clients: lookup<BuiltInRule[]>({}), users: lookup<BuiltInRule[]>({}), all: [] },
  } as const
  const work = buildAccessPolicies(state, { source: file(...rules, denyA) })
  let pauses = 0
  while (work.next().done !== true) pauses += 1
  expect(pauses).toBeGreaterThan(60)
})
