import { describe, expect, it } from 'vitest'
import { type Comparable, compareSides, type Kind, kinds } from '#compare/compare-sides.ts'
import {
  bodyBefore,
  type ComparedKinds,
  fillBody,
  makePlan,
  secretKey,
  type TypedSecrets,
} from '#compare/promotion-plan.ts'
import type { ComparedIdentity } from '#compare/promotion-requests.ts'
import { planAsCurl, planAsHocon } from './promotion-files.ts'

it('keeps the certificate files of this cluster, and no other text that has such a path in it', () => {
  const settings = (from: string) => ({
    parameters: { topic: `plant/data/certs/${from}` },
    ssl: { cacertfile: `data/certs/connectors/mqtt/x/cacert-${from}` },
  })
  const sides = [
    [{ id: 'mqtt:x', settings: settings('here') }],
    [{ id: 'mqtt:x', settings: settings('there') }],
  ]
  const connectors = compareSides(sides[0] ?? [], sides[1] ?? [])
  const known = { connectors }
  const { steps } = makePlan(known, [{ kind: 'connectors', id: 'mqtt:x' }], { isPart: false })
  expect(steps.map(({ after }) => after)).toEqual([
    {
      parameters: { topic: 'plant/data/certs/there' },
      ssl: { cacertfile: 'data/certs/connectors/mqtt/x/cacert-here' },
    },
  ])
})

const planned = (here: object, there: object) => {
  const [ours, theirs] = [here, there].map((settings) => [{ id: 'mqtt:x', settings: { ...settings } }])
  const connectors = compareSides(ours ?? [], theirs ?? [])
  return makePlan({ connectors }, [{ kind: 'connectors', id: 'mqtt:x' }], { isPart: false }).steps
}

it('asks for the secrets of what is to connect elsewhere, instead of sending there what is stored here', () => {
  const here = { server: '10.0.0.1:1883', password: '******', pool_size: 1 }
  expect(planned(here, { ...here, pool_size: 8 })).toMatchObject([{ kept: ['password'], toType: [] }])
  expect(planned(here, { ...here, server: '10.9.9.9:1883' })).toMatchObject([
    { kept: [], toType: ['password'] },
  ])
  // The address exists only on the other side, and the remaining settings on both sides.
  const inner = { parameters: { pool_size: 1 }, password: '******' }
  const elsewhere = { ...inner, parameters: { pool_size: 1, url: 'http://10.9.9.9' } }
  expect(planned(inner, elsewhere)).toMatchObject([{ kept: [], toType: ['password'] }])
})

it('takes what the broker fills in for each client for no secret', () => {
  const here = { body: { password: '${password}' }, url: 'http://x/auth' }
  const there = { ...here, body: { password: '${Packet.headers.x-pass}' } }
  expect(planned(here, there)).toMatchObject([{ toType: [], after: there }])
})

it('gives a script the whole order of a chain, which the broker asks for, and says that a file has none', () => {
  const redis = { id: 'password_based:redis', settings: { backend: 'redis' } }
  const jwt = { id: 'jwt', settings: { mechanism: 'jwt' } }
  const order = (...ids: readonly string[]) => ({ id: 'order', settings: { order: ids } })
  const authenticators = compareSides([jwt, order('jwt', 'scram')], [redis, jwt, order(redis.id, 'jwt')])
  const chosen = ['order', redis.id].map((id) => ({ kind: 'authenticators' as const, id }))
  const plan = makePlan({ authenticators }, chosen, { isPart: false })
  expect(plan.steps.map(({ id }) => id)).toEqual([redis.id, 'order'])
  const said = planAsCurl(plan).match(/\[\s*\{[^\]]*\]/)?.[0] ?? ''
  expect(JSON.parse(said)).toEqual([{ id: redis.id }, { id: 'jwt' }, { id: 'scram' }])
  expect(planAsHocon(plan)).toContain('# authenticators order')
})

it('makes a source of authorization disabled where it gets a place, and enables the first of them first', () => {
  const order = (...ids: readonly string[]) => ({ id: 'order', settings: { order: ids } })
  const file = { id: 'file', settings: { type: 'file', enable: true, rules: '' } }
  const http = { id: 'http', settings: { type: 'http', url: 'http://x/acl' } }
  const redis = { id: 'redis', settings: { type: 'redis', enable: true, password: '******' } }
  const off = { id: 'mysql', settings: { type: 'mysql', enable: false } }
  const there = [http, redis, off, file, order('redis', 'file', 'mysql', 'http')]
  const authorization = compareSides([file], there)
  const chosen = ['http', 'redis', 'mysql'].map((id) => ({ kind: 'authorization' as const, id }))
  const placed = [...chosen, { kind: 'authorization' as const, id: 'order' }]
  const plan = makePlan({ authorization }, placed, { isPart: false })
  expect(plan.steps.map(({ deed, id, after }) => [deed, id, after['enable']])).toEqual([
    ['create', 'http', false],
    ['create', 'redis', false],
    ['create', 'mysql', false],
    ['change', 'order', undefined],
    ['enable', 'redis', true],
    ['enable', 'http', true],
  ])
  const script = planAsCurl(plan)
  // The script asks for the secret once: its later request leaves the stored secret unchanged.
  expect(script.match(/"password": .*/g)).toEqual([
    expect.stringContaining('$PASSWORD'),
    '"password": "******"',
  ])
  expect(planAsHocon(plan).match(/enable = false|# authorization redis/g)).toHaveLength(2)
  // The order is not chosen, so the new sources stay at the head of the chain.
  expect(makePlan({ authorization }, chosen, { isPart: false }).steps.map(({ deed }) => deed)).toEqual(
    Array(3).fill('create'),
  )
})

type Side = Readonly<Partial<Record<Kind, Readonly<Record<string, object>>>>>

/** Compares the objects of each kind by their names. */
const compareKinds = (here: Side, there: Side, isPart = false): ComparedKinds => {
  const listed = (side: Side, kind: Kind): readonly Comparable[] =>
    Object.entries(side[kind] ?? {}).map(([id, settings]) => ({ id, settings: { ...settings } }))
  return Object.fromEntries(
    kinds.map((kind) => [kind, compareSides(listed(here, kind), listed(there, kind), isPart)]),
  )
}
const named = (...ids: readonly `${Kind} ${string}`[]): readonly ComparedIdentity[] =>
  ids.flatMap((one) => {
    const kind = kinds.find((known) => one.startsWith(`${known} `))
    return kind === undefined ? [] : [{ kind, id: one.slice(kind.length + 1) }]
  })
const wholly = { isPart: false }
const inPlan = ({ steps }: ReturnType<typeof makePlan>) => steps.map(({ kind, id }) => `${kind} ${id}`)

const flow: Side = {
  connectors: { 'mqtt:c': { server: 'x:1' }, 'http:c': { url: 'http://x' } },
  actions: { 'mqtt:out': { connector: 'c' } },
  sources: { 'mqtt:in': { connector: 'c' } },
  rules: {
    r: {
      sql: 'SELECT * FROM "t", "$bridges/mqtt:in", "$bridges/mqtt:out"',
      actions: ['mqtt:out', { function: 'console' }],
    },
  },
}

it('brings what is needed along, each once and before what needs it, and says for what', () => {
  const plan = makePlan(compareKinds({}, flow), named('rules r'), wholly)
  expect(inPlan(plan)).toEqual(['connectors mqtt:c', 'actions mqtt:out', 'sources mqtt:in', 'rules r'])
  expect(plan.steps.map(({ neededBy }) => neededBy)).toEqual(['mqtt:out', 'r', 'r', undefined])
  expect(plan.steps.map(({ deed }) => deed)).toEqual(Array(4).fill('create'))
  expect([plan.left, plan.missing, plan.differing]).toEqual([[], [], []])
  const ids = named('rules r', 'connectors mqtt:c', 'actions mqtt:out')
  const chosen = makePlan(compareKinds({}, flow), ids, wholly)
  expect(chosen.steps.map(({ neededBy }) => neededBy)).toEqual([undefined, undefined, 'r', undefined])
})

it('names what is needed and nowhere, or other here than there, and touches what is here only where it was chosen', () => {
  const { connectors: _, ...rest } = flow
  const without = makePlan(compareKinds({}, rest), named('actions mqtt:out'), wholly)
  expect([inPlan(without), without.missing]).toEqual([
    ['actions mqtt:out'],
    [{ neededBy: 'mqtt:out', id: 'mqtt:c' }],
  ])
  const known = compareKinds({ connectors: { 'mqtt:c': { server: 'y:1' } } }, flow)
  const beside = makePlan(known, named('actions mqtt:out'), wholly)
  expect([inPlan(beside), beside.differing]).toEqual([
    ['actions mqtt:out'],
    [{ neededBy: 'mqtt:out', id: 'mqtt:c' }],
  ])
  const both = makePlan(known, named('actions mqtt:out', 'connectors mqtt:c'), wholly)
  expect([inPlan(both), both.differing]).toEqual([['connectors mqtt:c', 'actions mqtt:out'], []])
  const alike = makePlan(
    compareKinds({ connectors: flow.connectors ?? {} }, flow),
    named('actions mqtt:out'),
    wholly,
  )
  expect([inPlan(alike), alike.differing, alike.missing, alike.left]).toEqual([
    ['actions mqtt:out'],
    [],
    [],
    [],
  ])
  // Objects of a kind without dependencies have no dependencies, whatever their settings contain.
  const settings = { connector: 'c', actions: ['mqtt:out'], sql: 'FROM "$bridges/mqtt:in"' }
  const odd: Side = { connectors: { 'mqtt:odd': settings }, authenticators: { jwt: settings } }
  const alone = makePlan(
    compareKinds({}, { ...flow, ...odd }),
    named('connectors mqtt:odd', 'authenticators jwt'),
    wholly,
  )
  expect([inPlan(alone), alone.missing]).toEqual([['authenticators jwt', 'connectors mqtt:odd'], []])
})

it('opens the door last: who checks clients comes before listeners, an order after its members, the console at the end', () => {
  const there: Side = {
    settings: { dashboard: { a: 1 }, mqtt: { a: 1 } },
    authenticators: { order: { order: ['jwt'] }, jwt: { mechanism: 'jwt' } },
    authorization: { settings: { no_match: 'deny' }, order: { order: ['http'] }, http: { type: 'http' } },
    ...flow,
    retained: { t: { payload: 'eA==' } },
    listeners: { 'tcp:x': { bind: '1' } },
  }
  const ids = kinds.flatMap((kind) => Object.keys(there[kind] ?? {}).map((id) => `${kind} ${id}` as const))
  const here: Side = { settings: { dashboard: {}, mqtt: {} }, authorization: { settings: {} } }
  const plan = makePlan(compareKinds(here, there), named(...ids), wholly)
  expect(inPlan(plan)).toEqual([
    'settings mqtt',
    'authenticators jwt',
    'authenticators order',
    'authorization http',
    'authorization order',
    'authorization http',
    'authorization settings',
    'connectors mqtt:c',
    'connectors http:c',
    'actions mqtt:out',
    'sources mqtt:in',
    'retained t',
    'rules r',
    'listeners tcp:x',
    'settings dashboard',
  ])
  // An order exists as soon as a chain exists: it is changed, never created.
  expect(plan.steps.slice(1, 3).map(({ deed, before }) => [deed, before])).toEqual([
    ['create', undefined],
    ['change', { order: [] }],
  ])
})

it('leaves out what is the same or only here, what is not given, and says why', () => {
  const here: Side = { rules: { same: { sql: 'a' }, mine: { sql: 'b' } } }
  const there: Side = {
    rules: { same: { sql: 'a' }, '..': { sql: 'c' } },
    settings: { mqtt: { a: 1 } },
    authorization: { file: { type: 'file' }, http: { type: 'http' } },
    retained: { t: { payload: 'eA==' } },
  }
  const known = compareKinds(here, there, true)
  const all = named(
    'rules same',
    'rules mine',
    'rules ..',
    'rules none',
    'settings mqtt',
    'authorization file',
  )
  const plan = makePlan(known, [...all, ...named('authorization http', 'retained t')], {
    isPart: true,
    isRetainedClosed: true,
  })
  expect(inPlan(plan)).toEqual(['authorization http'])
  expect(plan.left.map(({ id, reason }) => [id, reason])).toEqual([
    ...Object.entries({ same: 'nothing', mine: 'nothing', '..': 'unaddressable', none: 'nothing' }),
    ['mqtt', 'no-root'],
    ['file', 'no-text'],
    ['t', 'closed'],
  ])
  const whole = makePlan(known, named('authorization file', 'retained t'), wholly)
  expect([inPlan(whole), whole.left]).toEqual([['authorization file', 'retained t'], []])
  const retained = compareSides([], [{ id: 't', settings: {}, withheld: ['payload'] }])
  expect(makePlan({ retained }, named('retained t'), wholly).left).toMatchObject([{ reason: 'withheld' }])
})

it('lays a part over what is here, and puts a whole in its place', () => {
  const here: Side = {
    connectors: { 'mqtt:x': { server: 'x:1', ssl: { enable: true, verify: 'a' }, pool: 1, log: { a: 1 } } },
  }
  const there: Side = { connectors: { 'mqtt:x': { ssl: { verify: 'b' }, pool: { size: 2 }, log: 'off' } } }
  const stepOf = (isPart: boolean) =>
    makePlan(compareKinds(here, there, isPart), named('connectors mqtt:x'), { isPart }).steps
  expect(stepOf(true)).toMatchObject([
    {
      after: { server: 'x:1', ssl: { enable: true, verify: 'b' }, pool: { size: 2 }, log: 'off' },
      deed: 'change',
    },
  ])
  expect(stepOf(false)[0]?.after).toEqual({ ssl: { verify: 'b' }, pool: { size: 2 }, log: 'off' })
  expect(stepOf(true)[0]?.before).toEqual(here.connectors?.['mqtt:x'])
})

it('names the files that this cluster may not have, and no text of a certificate', () => {
  const ssl = { cacertfile: '/etc/ca.pem', certfile: '-----BEGIN CERTIFICATE-----', keyfile: '' }
  const there = {
    server: 'x:1',
    ssl,
    parameters: { topic: '/etc/ca.pem', inner: { certfile: '/etc/c.pem' } },
  }
  expect(planned({}, there)[0]?.files).toEqual(['ssl.cacertfile', 'parameters.inner.certfile'])
  expect(planned({ ssl: { cacertfile: '/etc/ca.pem' } }, there)[0]?.files).toEqual([
    'parameters.inner.certfile',
  ])
})

describe('of what is sent', () => {
  const typed: TypedSecrets = new Map([
    [secretKey({ kind: 'connectors', id: 'mqtt:x' }, 'password'), '$&'],
    [secretKey({ kind: 'connectors', id: 'mqtt:x' }, 'note'), 'pw'],
  ])
  const bodies = (here: object, there: object) =>
    planned(here, there).map((step) => [fillBody(step, typed), bodyBefore(step)])

  it('a secret is what was typed, or what stays, and never a mask', () => {
    const here = { server: 'x:1', password: 'stored', pool: 1 }
    expect(bodies(here, { ...here, password: '******', pool: 2 })).toEqual([[{ ...here, pool: 2 }, here]])
    const moved = { ...here, server: 'y:1', note: 'amqp://ada:hunter2@y' }
    expect(bodies(here, moved)).toEqual([[{ ...moved, password: '$&', note: 'amqp://ada:pw@y' }, here]])
    expect(bodies({ ...here, password: '' }, { ...here, pool: 2 })).toEqual([
      [
        { ...here, password: '$&', pool: 2 },
        { ...here, password: '' },
      ],
    ])
    // A secret within a different text is asked for, and not replaced by the secret that is stored here.
    const bob = { ...here, note: 'amqp://bob:x@h' }
    expect(bodies({ ...here, note: 'amqp://ada:y@h' }, bob)).toMatchObject([
      [{ note: 'amqp://bob:pw@h' }, {}],
    ])
    // No secret was typed for this field.
    const list = { server: 'x:1', servers: [{ token: 'a' }] }
    expect(bodies({ server: 'x:1' }, list)).toEqual([
      [{ server: 'x:1', servers: [{ token: '' }] }, { server: 'x:1' }],
    ])
  })

  it('a secret that goes is named, and is not written back as a mask when that is undone', () => {
    const here = { server: 'x:1', password: '******', ssl: { verify: 'a', password: '******' } }
    const [step] = planned(here, { server: 'x:1', ssl: { verify: 'b' } })
    expect(step?.removed).toEqual(['password', 'ssl.password'])
    expect(step && bodyBefore(step)).toEqual({ server: 'x:1', ssl: { verify: 'a' } })
    expect(planned(here, { ...here, server: 'x:1', ssl: {} })[0]?.removed).toEqual(['ssl.password'])
  })
})
