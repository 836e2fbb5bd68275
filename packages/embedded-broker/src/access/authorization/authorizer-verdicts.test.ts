import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import { type AccessRule, everybody, everyQos } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { Finding } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { expect, test } from 'vitest'
import type { AccessAction, Subject } from '../../mqtt/client/access.ts'
import { noRights, type Rights } from '../../mqtt/client/rights.ts'
import { Settings } from '../../mqtt/client/settings.ts'
import { createNodeContext } from '../../mqtt/connection/node-context.ts'
import type { HookPoints } from '../../mqtt/events/hook-points.ts'
import type { TraceEvent } from '../../mqtt/events/tracing.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import type { AccessSource } from './access-source.ts'
import { Authorizer, type AuthorizerSettings } from './authorizer.ts'
import { SourceFigures } from './source-figures.ts'

const publish: AccessAction = { kind: 'publish', qos: 1, retain: false }
const anyRule: AccessRule = {
  permission: 'deny',
  who: everybody,
  action: 'all',
  qos: everyQos,
  retain: 'all',
  topics: 'all',
}
const allow: Finding = { decision: 'allow' }

/** Returns a source that has found a result already. */
const found = (type: AccessSource['type'], finding: Finding, isEnabled = true): AccessSource => ({
  type,
  link: { kind: 'found', source: type, isEnabled, finding },
})

interface Wishes extends Partial<Omit<AuthorizerSettings, 'cache'>> {
  readonly cache?: Partial<AuthorizerSettings['cache']>
  readonly sources?: readonly AccessSource[]
  readonly rights?: Partial<Rights>
  readonly subject?: Partial<Subject>
  readonly authorize?: HookPoints<unknown>['authorize']
}

function arrange({ cache, sources = [], rights, subject: facts, authorize, ...settings }: Wishes = {}) {
  const clock = manualClock()
  const figures = new SourceFigures(clock)
  const events: TraceEvent[] = []
  const nodeContext = createNodeContext('n1', new Settings())
  const subject: Subject = {
    clientid: 'c',
    username: 'ann',
    ipAddress: '10.0.0.1',
    port: 1,
    listener: 'tcp:default',
    protocolName: 'MQTT',
    mountpoint: '',
    node: 'n1',
    nodeContext,
    attributes: {},
    rights: { ...noRights, ...rights },
    ...facts,
  }
  const authorizer = new Authorizer({
    settings: () => ({
      noMatch: 'allow',
      disconnects: false,
      ...settings,
      cache: { isEnabled: false, maxSize: 10, ttl: 60_000, excludes: [], ...cache },
    }),
    sources: () => sources,
    figures,
    now: () => clock.now(),
    trace: { write: (event) => void events.push(event) },
    test: () => false,
    hooks: authorize === undefined ? {} : { authorize },
  })
  const ask = (topic = 'a', action: AccessAction = publish) => authorizer.authorize(subject, action, topic)
  const counted = () =>
    Object.fromEntries(
      Object.entries(nodeContext.metrics.snapshot()).filter(
        ([name, count]) => /authoriz/.test(name) && count > 0,
      ),
    )
  return { authorizer, ask, clock, counted, events, figures, subject }
}

test.each<[string, Wishes, object, Readonly<Record<string, number>>]>([
  [
    'nobody',
    {},
    { permission: 'allow', source: 'default' },
    { 'authorization.nomatch': 1, 'authorization.allow': 1 },
  ],
  [
    'nobody, where that means no',
    { noMatch: 'deny' },
    { permission: 'deny', source: 'default' },
    { 'authorization.nomatch': 1, 'authorization.deny': 1 },
  ],
  [
    'a superuser',
    { noMatch: 'deny', rights: { isSuperuser: true }, sources: [found('file', { decision: 'deny' })] },
    { permission: 'allow', source: 'superuser' },
    { 'authorization.superuser': 1, 'authorization.allow': 1 },
  ],
  [
    'the first source that says something',
    {
      sources: [
        found('built_in_database', { decision: 'deny' }, false),
        found('redis', { decision: 'ignore' }),
        found('file', { decision: 'deny' }),
        found('http', allow),
      ],
    },
    { permission: 'deny', source: 'file' },
    { 'authorization.matched.deny': 1, 'authorization.deny': 1 },
  ],
  [
    'a source that lets pass',
    { noMatch: 'deny', sources: [found('file', allow)] },
    { permission: 'allow', source: 'file' },
    { 'authorization.matched.allow': 1, 'authorization.allow': 1 },
  ],
  [
    'rules that came with the credentials',
    { rights: { rules: [anyRule] }, sources: [found('file', allow)] },
    { permission: 'deny', source: 'client_info' },
    { 'authorization.matched.deny': 1, 'authorization.deny': 1 },
  ],
])('%s decides', (_, wishes, verdict, counts) => {
  const { ask, counted } = arrange(wishes)
  expect(ask()).toEqual(verdict)
  expect(counted()).toEqual({ ...counts, 'client.authorize': 1 })
})

test('rules of credentials hold until their last moment, and allow nothing after it', () => {
  const rules: readonly AccessRule[] = [{ ...anyRule, permission: 'allow' }]
  const { clock } = arrange()
  const rights = { rules, rulesExpireAt: clock.now() }
  const { ask, events, clock: own } = arrange({ rights, sources: [found('file', allow)] })
  expect(ask()).toEqual({ permission: 'allow', source: 'client_info' })
  own.advance(1)
  expect(ask()).toEqual({ permission: 'deny', source: 'client_info' })
  expect(events.map(({ msg, meta }) => [msg, meta?.['rule'], meta?.['reason']])).toEqual([
    ['authorization_matched_allow', '1', undefined],
    ['authorization_matched_deny', undefined, 'expired'],
    ['authorization_permission_denied', undefined, undefined],
  ])
})

test('a delayed message without a topic is nobody’s to send, and nobody is asked', () => {
  const { ask, counted, events } = arrange({ sources: [found('file', allow)] })
  expect(ask('$delayed/5')).toEqual({ permission: 'deny', source: 'default' })
  expect(counted()).toEqual({ 'authorization.deny': 1 })
  expect(events).toEqual([])
})

test('only who is denied loses the connection', () => {
  const { ask } = arrange({ disconnects: true, sources: [found('file', { decision: 'deny' })] })
  expect(ask()).toEqual({ permission: 'deny', disconnects: true, source: 'file' })
  expect(arrange({ disconnects: true }).ask()).toEqual({ permission: 'allow', source: 'default' })
})

test.each([
  [true, { permission: 'allow', source: 'exhook' }],
  [false, { permission: 'deny', source: 'exhook' }],
  [undefined, { permission: 'deny', source: 'default' }],
])('somebody else says %s of what no source has decided', async (said, verdict) => {
  const asked: unknown[] = []
  const authorize: HookPoints<unknown>['authorize'] = ({ action, topic, isAllowed }) => {
    asked.push([action, topic, isAllowed])
    return Promise.resolve(said)
  }
  const { ask, counted } = arrange({ noMatch: 'deny', authorize })
  expect(await ask()).toEqual(verdict)
  expect(asked).toEqual([['publish', 'a', false]])
  expect(counted()).toMatchObject({ 'authorization.nomatch': 1, 'client.authorize': 1 })
  const decided = arrange({ authorize, sources: [found('file', allow)] })
  expect(decided.ask()).toEqual({ permission: 'allow', source: 'file' })
  const undecided = arrange({ authorize: () => undefined })
  expect(undecided.ask()).toEqual({ permission: 'allow', source: 'default' })
  expect(asked).toHaveLength(1)
})

test('a source that has to be asked is told who it is, and what it says is counted for the node', async () => {
  const asked: [AccessRequest, string][] = []
  const source: AccessSource = {
    type: 'http',
    link: { kind: 'asked', source: 'http', isEnabled: true },
    ask: async (request, node) => {
      asked.push([request, node])
      return { decision: 'ignore', fault: 'ECONNREFUSED' }
    },
  }
  const certificate = { commonName: 'pump-7', subject: 'CN=pump-7,O=Plant', der: Buffer.alloc(0) }
  const placed = { rule: anyRule, number: 3, table: 'users' } as const
  const { ask, events, figures } = arrange({
    subject: { certificate, attributes: { site: 'north' }, username: undefined },
    sources: [source, found('built_in_database', { decision: 'deny', placed })],
  })
  expect(await ask('t/1', { kind: 'publish', qos: 1, retain: true })).toMatchObject({ permission: 'deny' })
  const client = {
    clientid: 'c',
    username: undefined,
    peerhost: '10.0.0.1',
    attributes: { site: 'north' },
    listener: 'tcp:default',
    protocolName: 'MQTT',
    mountpoint: '',
    certCommonName: 'pump-7',
    certSubject: 'CN=pump-7,O=Plant',
  }
  expect(asked).toEqual([[{ client, action: 'publish', topic: 't/1', qos: 1, retain: true }, 'n1']])
  expect(figures.of('http', 'n1')).toMatchObject({ total: 1, ignore: 1 })
  expect(figures.of('built_in_database', 'n1')).toMatchObject({ total: 1, deny: 1 })
  const told = { action: 'PUBLISH(Q1,R1)', username: 'undefined' }
  expect(events.map(({ msg, level, meta }) => ({ msg, level, ...meta }))).toEqual([
    {
      msg: 'authorization_module_ignore',
      level: undefined,
      ...told,
      authorize_type: 'client_info',
      module: 'emqx_authz_client_info',
    },
    {
      msg: 'authorization_module_ignore',
      level: undefined,
      ...told,
      authorize_type: 'http',
      module: 'emqx_authz_http',
      reason: 'ECONNREFUSED',
    },
    {
      msg: 'authorization_matched_deny',
      level: undefined,
      ...told,
      authorize_type: 'built_in_database',
      module: 'emqx_authz_mnesia',
      rule: 'users 3',
    },
    {
      msg: 'authorization_permission_denied',
      level: 'warning',
      action: 'PUBLISH(Q1,R1)',
      source: 'built_in_database',
    },
  ])
})

test('a client without a certificate is asked about without one, and a subscription is never retained', async () => {
  const asked: AccessRequest[] = []
  const source: AccessSource = {
    type: 'http',
    link: { kind: 'asked', source: 'http', isEnabled: true },
    ask: async (request) => {
      asked.push(request)
      return { decision: 'deny' }
    },
  }
  const { ask, events } = arrange({ sources: [source] })
  await ask('$share/g/t/#', { kind: 'subscribe', qos: 2 })
  expect(asked).toMatchObject([{ action: 'subscribe', topic: 't/#', qos: 2, retain: false }])
  expect(Object.keys(asked[0]?.client ?? {}).filter((name) => name.startsWith('cert'))).toEqual([])
  expect(events.at(-1)).toMatchObject({ topic: 't/#', meta: { action: 'SUBSCRIBE(Q2)' } })
})

test('what is remembered is not decided again, and what is excluded is not remembered', () => {
  const cache = { isEnabled: true, excludes: ['live/#'] }
  const { ask, authorizer, counted, subject } = arrange({
    cache,
    sources: [found('file', { decision: 'deny' })],
  })
  expect(authorizer.listRemembered(subject)).toEqual([])
  expect([ask('a'), ask('a'), ask('a'), ask('live/x'), ask('live/x')]).toEqual([
    { permission: 'deny', source: 'file' },
    { permission: 'deny', source: 'cache' },
    { permission: 'deny', source: 'cache' },
    { permission: 'deny', source: 'file' },
    { permission: 'deny', source: 'file' },
  ])
  expect(counted()).toEqual({
    'authorization.cache_hit': 2,
    'authorization.cache_miss': 1,
    'client.authorize': 3,
    'authorization.matched.deny': 3,
    'authorization.deny': 5,
  })
  expect(authorizer.listRemembered(subject)).toMatchObject([{ topic: 'a', permission: 'deny' }])
  authorizer.forget(subject)
  expect(authorizer.listRemembered(subject)).toEqual([])
  expect(ask('a')).toEqual({ permission: 'deny', source: 'file' })
  authorizer.forgetAll()
  expect(authorizer.listRemembered(subject)).toEqual([])
})

test('switched off nothing is remembered or counted as missed', () => {
  const { ask, authorizer, counted, subject } = arrange()
  const verdict = { permission: 'allow', source: 'default' }
  expect([ask(), ask()]).toEqual([verdict, verdict])
  expect(authorizer.listRemembered(subject)).toEqual([])
  expect(counted()).toEqual({ 'client.authorize': 2, 'authorization.nomatch': 2, 'authorization.allow': 2 })
})
