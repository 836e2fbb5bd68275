import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { type AccessRule, everybody, everyQos } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { patternTest } from './authorization.ts'
import { arrangeAccess, askToDo, closeBrokers } from './testing/arrange-access.ts'

afterEach(closeBrokers)

const refused = 0x87

/** The rules of a file, the client, its operation, and the result of the broker: 0 or a reason code. */
type Case = readonly [rules: string, who: Parameters<typeof askToDo>[1], wish: string, answer: number]

const ann = { clientId: 'c1', username: 'ann' }

test.each<Case>([
  ['{deny, {username, "ann"}, all, ["a"]}.', ann, 'publish 1 a', refused],
  ['{deny, {username, "ann"}, all, ["a"]}.', { clientId: 'c2' }, 'publish 1 a', 0],
  ['{deny, {user, {re, "^an+$"}}, all, ["a"]}.', ann, 'subscribe 0 a', refused],
  ['{deny, {clientid, "c1"}, publish, ["a"]}.', ann, 'publish 2 a', refused],
  ['{deny, {clientid, "c1"}, publish, ["a"]}.', ann, 'subscribe 1 a', 0],
  ['{deny, {ipaddr, "10.0.0.0/8"}, all, all}.', { ...ann, host: '10.1.2.3' }, 'publish 1 a', refused],
  ['{deny, {ipaddrs, ["::1", "10.0.0.1"]}, all, all}.', { ...ann, host: '10.0.0.2' }, 'publish 1 a', 0],
  [`{deny, {'and', [{user, "ann"}, {client, "x"}]}, all, all}.`, ann, 'publish 1 a', 0],
  [`{deny, {'or', [{user, "ann"}, {client, "x"}]}, all, all}.`, ann, 'publish 1 a', refused],
  ['{deny, {client_attr, "tenant", "ann"}, all, ["a/+"]}.', ann, 'publish 1 a/b', refused],
  [`{allow, all, all, ["t/\${clientid}/#"]}.\n{deny, all}.`, ann, 'publish 1 t/c1/x', 0],
  [`{allow, all, all, ["t/\${clientid}/#"]}.\n{deny, all}.`, ann, 'publish 1 t/c2/x', refused],
  ['{deny, all, {publish, [{qos, [1]}]}, ["a"]}.', ann, 'publish 1 a', refused],
  ['{deny, all, {publish, [{qos, [1]}]}, ["a"]}.', ann, 'publish 2 a', 0],
  ['{deny, all, {publish, [{retain, true}]}, ["a"]}.', ann, 'retain 1 a', refused],
  ['{deny, all, {publish, [{retain, true}]}, ["a"]}.', ann, 'publish 1 a', 0],
  ['{deny, all, subscribe, [{eq, "a/#"}]}.', ann, 'subscribe 1 a/#', refused],
  ['{deny, all, subscribe, [{eq, "a/#"}]}.', ann, 'subscribe 1 a/b', 0],
  ['{deny, all, subscribe, ["a/#"]}.', ann, 'subscribe 1 $share/g/a/b', refused],
  ['{deny, all, publish, ["a/#"]}.', ann, 'publish 1 $delayed/5/a/b', refused],
  ['{deny, all, subscribe, ["a/#"]}.', ann, 'subscribe 1 $delayed/5/a/b', refused],
  ['{allow, all}.', ann, 'subscribe 1 $delayed/5', refused],
  [`{allow, all, all, ["t/\${clientid}/x"]}.\n{deny, all}.`, { clientId: '#' }, 'publish 1 t/c2/x', refused],
  ['{deny, all, all, ["#"]}.', ann, 'subscribe 1 $SYS/brokers', 0],
])('%s', async (rules, who, wish, answer) => {
  const broker = await arrangeAccess({ sources: [{ type: 'file', rules }] })
  expect(await askToDo(broker, who, wish)).toBe(answer)
  const counted = broker.context.cluster.nodes[0]?.metrics()
  expect(counted).toMatchObject({ [`authorization.${answer === 0 ? 'allow' : 'deny'}`]: 1 })
})

test.each([
  ['$SYS/#', '127.0.0.1', 0],
  ['#', '127.0.0.1', 0],
  ['$SYS/#', '10.0.0.1', refused],
  ['#', '10.0.0.1', refused],
  ['+/#', '10.0.0.1', refused],
  ['a/#', '10.0.0.1', 0],
])('a new broker lets %s be subscribed to from %s: %i', async (topic, host, answer) => {
  const broker = await arrangeAccess()
  expect(await askToDo(broker, { clientId: 'c', host }, `subscribe 0 ${topic}`)).toBe(answer)
})

test('sources are asked in order, and what none decides the settings do', async () => {
  const broker = await arrangeAccess({
    no_match: 'deny',
    sources: [
      { type: 'built_in_database', enable: true },
      { type: 'file', rules: '{allow, all, publish, ["a"]}.\n{deny, all, publish, ["b"]}.' },
    ],
  })
  await broker.context.authorization.rules.put('all', [
    { id: '', rules: [{ topic: 'b', permission: 'allow', action: 'all', qos: [0, 1, 2], retain: 'all' }] },
  ])
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 b')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 c')).toBe(refused)
  expect(broker.context.cluster.nodes[0]?.metrics()).toMatchObject({
    'authorization.matched.allow': 2,
    'authorization.nomatch': 1,
  })
})

test('rules of the built-in database: of the client, of the user, of all', async () => {
  const broker = await arrangeAccess({ sources: [{ type: 'built_in_database' }] })
  const rule = (permission: 'allow' | 'deny', topic: string): BuiltInRule => ({
    permission,
    topic,
    action: 'all',
    qos: [0, 1, 2],
    retain: 'all',
  })
  const { rules } = broker.context.authorization
  await rules.put('clients', [{ id: 'c1', rules: [rule('allow', 'a')] }])
  await rules.put('users', [{ id: 'ann', rules: [rule('deny', 'a'), rule('allow', `\${username}/#`)] }])
  await rules.put('all', [{ id: '', rules: [rule('deny', 'eq a/+'), rule('deny', 'ann/#')] }])
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(0)
  expect(await askToDo(broker, { ...ann, clientId: 'c2' }, 'publish 1 a')).toBe(refused)
  expect(await askToDo(broker, ann, 'publish 1 ann/x')).toBe(0)
  expect(await askToDo(broker, { clientId: 'c3' }, 'publish 1 ann/x')).toBe(refused)
  expect(await askToDo(broker, { clientId: 'c3' }, 'subscribe 1 a/+')).toBe(refused)
  expect(await askToDo(broker, { clientId: 'c3' }, 'subscribe 1 a/b')).toBe(0)
})

test('a superuser may do everything, and rules of the credentials come first', async () => {
  const broker = await arrangeAccess({ sources: [{ type: 'file', rules: '{deny, all}.' }] })
  const allowA: AccessRule = {
    permission: 'allow',
    who: everybody,
    action: 'publish',
    qos: everyQos,
    retain: 'all',
    topics: [{ text: 'a', isExact: false }],
  }
  broker.context.cluster.setAccess({
    authenticate: ({ username }) =>
      username === 'root' ? { kind: 'allow', isSuperuser: true } : { kind: 'allow', rules: [allowA] },
  })
  expect(await askToDo(broker, { clientId: 'r', username: 'root' }, 'publish 1 x')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 b')).toBe(refused)
  expect(broker.context.cluster.nodes[0]?.metrics()).toMatchObject({
    'authorization.superuser': 1,
    'authorization.matched.allow': 1,
    'authorization.matched.deny': 1,
  })
})

test('a client of MQTT 3.1.1 is not told of a refused message, and of a subscription with 0x80', async () => {
  const broker = await arrangeAccess({ sources: [{ type: 'file', rules: '{deny, all}.' }] })
  const raw = openRaw(broker.context.cluster, 4)
  await raw.connect()
  raw.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 1, messageId: 1, dup: false, retain: true })
  await raw.next('puback')
  raw.send({ cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: 'a', qos: 1 }] })
  expect((await raw.next('suback')).granted).toEqual([0x80])
  raw.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 0, dup: false, retain: true })
  await raw.ping()
  expect(broker.context.cluster.retained('a')).toEqual([])
  expect(broker.context.cluster.nodes[0]?.metrics()).toMatchObject({
    'packets.publish.auth_error': 1,
    'packets.subscribe.auth_error': 1,
    'messages.publish': 0,
  })
})

test('who is denied may lose the connection', async () => {
  const sources = [{ type: 'file', rules: '{deny, all, all, ["no"]}.\n{allow, all}.' }]
  const broker = await arrangeAccess({ deny_action: 'disconnect', sources })
  const publisher = openRaw(broker.context.cluster)
  await publisher.connect({ clientId: 'p' })
  publisher.send({ cmd: 'publish', topic: 'no', payload: '', qos: 0, dup: false, retain: false })
  expect(await publisher.next('disconnect')).toMatchObject({ reasonCode: refused })
  const subscriber = openRaw(broker.context.cluster)
  await subscriber.connect({ clientId: 's' })
  const filters = ['yes', 'no'].map((topic) => ({ topic, qos: 0 }) as const)
  subscriber.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters })
  expect(await subscriber.next('disconnect')).toMatchObject({ reasonCode: refused })
  expect([...broker.context.cluster.routes()]).toEqual([])
})

test('of several filters each is decided by itself', async () => {
  const broker = await arrangeAccess({
    sources: [{ type: 'file', rules: '{deny, all, subscribe, ["no"]}.' }],
  })
  const raw = openRaw(broker.context.cluster)
  await raw.connect()
  const subscriptions = ['a', 'no', 'b/#/c'].map((topic) => ({ topic, qos: 1 }) as const)
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions })
  expect((await raw.next('suback')).granted).toEqual([1, refused, 0x8f])
})

test.each([
  ['{deny, all, publish, ["will"]}.', 0],
  ['{allow, all}.', 1],
])('%s holds for a will, too', async (rules, published) => {
  const broker = await arrangeAccess({ sources: [{ type: 'file', rules }] })
  const raw = openRaw(broker.context.cluster)
  await raw.connect({ will: { topic: 'will', payload: Buffer.from('x'), qos: 1, retain: true } })
  raw.drop()
  await eventually(() => expect(broker.context.cluster.session('raw')).toBeUndefined())
  expect(broker.context.cluster.retained('will')).toHaveLength(published)
})

test('the mountpoint of a listener is nothing that rules speak of', async () => {
  const sources = [{ type: 'file', rules: '{allow, all, publish, ["a"]}.\n{deny, all}.' }]
  const broker = await arrangeAccess({ sources })
  await broker.ask('PUT', '/listeners/tcp:default', {
    id: 'tcp:default',
    type: 'tcp',
    mountpoint: 'm/',
  })
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(0)
})

test('what a source has decided is asked of nobody else; what none has, somebody else may decide', async () => {
  const rules = '{allow, {username, "ann"}, publish, ["a"]}.\n{deny, all, publish, ["z"]}.'
  const broker = await arrangeAccess({ sources: [{ type: 'file', rules }] })
  const { cluster } = broker.context
  cluster.setAccess({ authenticate: ({ username }) => ({ kind: 'allow', isSuperuser: username === 'root' }) })
  const asked: string[] = []
  cluster.hooks.authorize = ({ action, topic, isAllowed }) => {
    asked.push(`${action} ${topic} ${isAllowed}`)
    if (topic === 'unwanted') return undefined
    return Promise.resolve(topic === 'unsaid' ? undefined : topic === 'yes')
  }
  const answers: Readonly<Record<string, number>> = {
    a: 0,
    z: refused,
    unwanted: 0,
    unsaid: 0,
    yes: 0,
    no: refused,
  }
  for (const [topic, answer] of Object.entries(answers))
    expect(await askToDo(broker, ann, `publish 1 ${topic}`)).toBe(answer)
  expect(await askToDo(broker, { clientId: 'r', username: 'root' }, 'publish 1 no')).toBe(0)
  expect(asked).toEqual(['unwanted', 'unsaid', 'yes', 'no'].map((topic) => `publish ${topic} true`))
  expect(cluster.nodes[0]?.metrics()).toMatchObject({
    'authorization.matched.allow': 1,
    'authorization.matched.deny': 1,
    'authorization.nomatch': 4,
    'authorization.superuser': 1,
  })
  await broker.context.config.put('authorization', { no_match: 'deny' }, { isMerge: true })
  expect(await askToDo(broker, ann, 'publish 1 yes')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 unsaid')).toBe(refused)
  expect(asked.slice(-2)).toEqual(['publish yes false', 'publish unsaid false'])
})

describe('a pattern', () => {
  test('a pattern sees all of a name, however long', () => {
    const test = patternTest()
    expect(test('evil$', `${'x'.repeat(60_000)}evil`)).toBe(true)
    expect(test(String.raw`^dev-\d+$`, `dev-${'1'.repeat(2000)}evil`)).toBe(false)
  })

  test('a pattern that takes too long on a name does not match, and holds the broker up only once', () => {
    const test = patternTest()
    const looks = vi.spyOn(performance, 'now')
    onTestFinished(() => looks.mockRestore())
    const ask = () => expect(test(String.raw`^(a+)+\1$`, `${'a'.repeat(40)}b`)).toBe(false)
    ask()
    expect(looks).toHaveBeenCalled()
    looks.mockClear()
    for (let again = 0; again < 10; again += 1) ask()
    // Matching checks the clock, but a remembered result does not.
    expect(looks).not.toHaveBeenCalled()
    expect(test(String.raw`^(a+)+\1$`, 'aaa')).toBe(true)
  })
})
