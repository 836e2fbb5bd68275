import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectClient } from '../testing/connect-client.ts'
import { eventually } from '../testing/eventually.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ clock: manualClock() })
})

afterAll(() => broker.close())

const endpoints = Object.values(contract).flatMap((resource): Endpoint[] => Object.values(resource))

const hostileText = fc.oneof(
  fc.constantFrom(
    'abc',
    'admin',
    '',
    '0',
    '-1',
    '1e9',
    'true',
    'null',
    'infinity',
    '<script>',
    '\u202e',
    '\0',
    'a/#',
  ),
  fc.constantFrom(
    '$share/g/t',
    '$share/',
    '[',
    '(a+)+$',
    '__proto__',
    'constructor',
    '../../etc',
    'x'.repeat(3000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const hostileValue = fc.oneof(hostileText, fc.jsonValue(), fc.integer(), fc.double(), fc.boolean())

/** Values that pass the first checks, so that later checks are reached too. */
const fitting: Readonly<Record<string, readonly unknown[]>> = {
  topic: ['a/b', '$share/g/t', 'a/#/b'],
  payload: ['x', '%%'],
  payload_encoding: ['plain', 'base64'],
  qos: [0, 1, 2, '2'],
  nl: [0, 1, 7],
  rh: [0, 3],
  retain: [true, 'false'],
  properties: [
    {},
    { response_topic: '#' },
    { message_expiry_interval: 2 ** 40, user_properties: { a: '\0' } },
  ],
  username: ['ops', 'admin'],
  password: ['public', 'Passw0rd!'],
  description: ['x'],
  old_pwd: ['public'],
  new_pwd: ['Passw0rd!', 'short'],
  as: ['clientid', 'clientid_re', 'peerhost', 'peerhost_net'],
  who: ['(a+)+$', '[', '10.0.0.0/8', '::1', '300.1.1.1'],
  until: ['infinity', 1, 253_402_300_799, '2020-01-01T00:00:00Z'],
  at: [0, '9999-12-31T23:59:59Z'],
  interval: [0, 65_535, '7'],
  name: ['x', ''],
}

const fittingValue = (name: string) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...(fitting[name] ?? ['x'])) },
    { weight: 1, arbitrary: hostileValue },
  )

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('item' in schema) return keysOf(schema.item)
  return 'entries' in schema && typeof schema.entries === 'object' ? Object.keys(schema.entries ?? {}) : []
}

/** Generates an object with mostly valid names and any values, a list of such objects, or any value. */
function bodyFor(endpoint: Endpoint) {
  const names = keysOf(endpoint.body)
  const shaped = fc.dictionary(fc.oneof(fc.constantFrom('x', ...names), hostileText), hostileValue, {
    maxKeys: 8,
  })
  const typed = fc.record(Object.fromEntries(names.map((name) => [name, fittingValue(name)])))
  const partial = fc.record(Object.fromEntries(names.map((name) => [name, fittingValue(name)])), {
    requiredKeys: [],
  })
  const lists = fc.array(fc.oneof(typed, partial, fc.constantFrom('abc', 1)), { maxLength: 3 })
  return fc.oneof(typed, partial, lists, shaped, fc.jsonValue())
}

function requestFor(endpoint: Endpoint) {
  return fc.record({
    path: fc.tuple(pathValue, hostileText).map(([first, second]) => {
      const left = [second, first]
      return endpoint.path.replaceAll(/:\w+/g, () => encodeURIComponent(wellFormed(left.pop() ?? 'x')))
    }),
    query: fc.array(
      fc.tuple(fc.oneof(fc.constantFrom('x', ...keysOf(endpoint.query)), hostileText), hostileText),
    ),
    body: endpoint.body === undefined ? fc.constant(undefined) : bodyFor(endpoint),
  })
}

const pathValue = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('abc', 'abc', 'admin', 'emqx@127.0.0.1', 'tcp:default', 'peerhost'),
  },
  { weight: 2, arbitrary: hostileText },
)

/** Replaces lone surrogates, which an address cannot contain. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')

function dump(): string {
  const { cluster, users, banned } = broker.context
  const sessions = [...cluster.sessions()].map((one) => [
    one.clientid,
    one.keepalive,
    [...one.subscriptions.values()],
    one.mqueueLength,
  ])
  return JSON.stringify([
    sessions,
    users.list(),
    banned.list(),
    [...cluster.retained()],
    [...cluster.routes()],
  ])
}

describe('a hostile request', { timeout: 60_000 }, () => {
  it.each(endpoints)('$method $path is answered or refused, never with a failure', async (endpoint) => {
    await broker.context.banned.clear()
    if (broker.context.cluster.session('abc') === undefined) {
      const options = { clientId: 'abc', username: 'u', clean: false, protocolVersion: 4 } as const
      const client = await connectClient(broker.context.cluster, options)
      client.end(true)
      await eventually(() => expect(broker.context.cluster.session('abc')?.isConnected).toBe(false))
    }
    await fc.assert(
      fc.asyncProperty(requestFor(endpoint), async ({ path, query, body }) => {
        const before = dump()
        const search = new URLSearchParams(query.map(([key, value]) => [key, value])).toString()
        const answer = await broker.ask(endpoint.method, `${path}?${search}`, body)
        expect(answer.status).toBeLessThan(500)
        if (answer.status >= 400) expect(dump()).toBe(before)
      }),
      { numRuns: 40 },
    )
  })

  it('with any path, header or bytes is answered too', async () => {
    const token = broker.login()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const)),
        fc.webPath(),
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('application/json', 'text/plain', 'x', 'application/json; charset=utf-16'),
        fc.constantFrom(`Bearer ${token}`, 'Bearer x', 'Basic YTpi', 'Basic !', 'nonsense', ''),
        async (method, path, bytes, type, authorization) => {
          const response = await broker.app.inject({
            method,
            url: `/api/v5${path}`,
            headers: { 'content-type': type, authorization },
            payload: Buffer.from(bytes),
          })
          expect(response.statusCode).toBeLessThan(500)
        },
      ),
      { numRuns: 200 },
    )
  })
})
