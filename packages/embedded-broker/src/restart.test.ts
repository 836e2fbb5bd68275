import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import { telemetrySettings } from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import { clusterLink } from '@brokerdeck/contract/system/cluster-links.ts'
import { ssoBackendSettings } from '@brokerdeck/contract/system/sso.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { authenticatorId } from './access/authentication/open-authenticator.ts'
import { ownRoots } from './api-resources.ts'
import { enterpriseAuthenticatorSchema } from './config/authn/authenticator-schema.ts'
import { sourceSchema } from './config/authorization-schema.ts'
import { configRoots } from './config/config-roots.ts'
import { newNamedListener } from './config/listener-schema.ts'
import type { PlainObject } from './config/plain-object.ts'
import { arbitraryDocument } from './testing/arbitrary-document.ts'
import { brokerState } from './testing/broker-state.ts'
import { manualClock } from './testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from './testing/test-broker.ts'

type Send = (broker: TestBroker, document: unknown) => Promise<{ readonly status: number }>
type Kind = readonly [name: string, schema: Schema, send: Send]

const membersOf = (schema: Schema, send: Send): Kind[] =>
  (schema.kind === 'union' ? schema.members : []).map((one) => [
    one.kind === 'struct' ? one.name : '',
    one,
    // The objects are disabled: no server listens at their addresses, and a stop would wait for them.
    (broker, body) => send(broker, { ...Object(body), enable: false }),
  ])

/** Deletes the object and creates it again, because only the first object of a name would be accepted. */
function inPlaceOf(path: string, nameOf: (document: PlainObject) => string): Send {
  return async (broker, document) => {
    await broker.ask('DELETE', `${path}/${nameOf(Object(document))}`)
    return broker.ask('POST', path, document)
  }
}

/**
 * The kinds that need a key or a file that no candidate provides; the settings of the cluster can only be read as a
 * whole.
 */
const outOfReach = ['authn:jwt_public_key', 'authn:kerberos', 'the root cluster']

const telemetry: Kind = [
  'the root opentelemetry',
  telemetrySettings,
  (broker, body) => broker.ask('PUT', '/opentelemetry', body),
]

const links: Kind = [
  clusterLink.name,
  clusterLink,
  async (broker, body) => {
    await broker.ask('DELETE', `/cluster/links/link/${Object(body).name}`)
    return broker.ask('POST', '/cluster/links', body)
  },
]

/**
 * Everything that is written as a whole document: every root of the configuration, and each kind of object in a list.
 */
const kinds: readonly Kind[] = [
  ...[...configRoots, ...ownRoots].map((root): Kind => {
    const send: Send = (broker, document) => putText(broker, JSON.stringify({ [root.name]: document }))
    return [`the root ${root.name}`, root.enterprise ?? root.schema, send]
  }),
  telemetry,
  links,
  ...membersOf(
    newNamedListener,
    inPlaceOf('/listeners', ({ type, name }) => `${type}:${name}`),
  ),
  ...membersOf(enterpriseAuthenticatorSchema, inPlaceOf('/authentication', authenticatorId)),
  ...membersOf(sourceSchema, async (broker, body) => {
    await broker.ask('DELETE', '/authorization/sources/file')
    return inPlaceOf('/authorization/sources', ({ type }) => String(type))(broker, body)
  }),
  ...Object.entries(ssoBackendSettings).map(
    ([backend, schema]): Kind => [
      schema.name,
      schema,
      (broker, body) => broker.ask('PUT', `/sso/${backend}`, body),
    ],
  ),
].filter(([name]) => !outOfReach.includes(name))

async function putText(broker: TestBroker, payload: string): Promise<{ readonly status: number }> {
  const answer = await broker.app.inject({
    method: 'PUT',
    url: '/api/v5/configs?mode=replace',
    headers: { authorization: `Bearer ${broker.login()}`, 'content-type': 'text/plain' },
    payload,
  })
  return { status: answer.statusCode }
}

/** Returns a function that opens the same data directory again and again. */
async function opener() {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-restart-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const clock = manualClock()
  return () => createTestBroker({ clock, dataDir, edition: 'enterprise', nodes: 1 })
}

it.each(kinds)('a start reads what was accepted: %s', { timeout: 60_000 }, async (_name, schema, send) => {
  const open = await opener()
  let broker = await open()
  let accepted = 0
  const runs = fc.asyncProperty(arbitraryDocument(schema), async (document) => {
    const { status } = await send(broker, document)
    expect(status).toBeLessThan(500)
    if (status >= 300) return
    accepted += 1
    const before = await brokerState(broker)
    await broker.close()
    broker = await open()
    expect(await brokerState(broker)).toEqual(before)
  })
  await fc.assert(runs, { numRuns: 4 })
  // Validation refuses many documents, but not all.
  for (let more = 0; accepted === 0 && more < 20; more += 1) await fc.assert(runs, { numRuns: 4 })
  expect(accepted).toBeGreaterThan(0)
  await broker.close()
})

const statusShape = v.object({ status: v.string(), node_error: v.array(v.object({ error: v.string() })) })

it('tells of a system that does not answer the same before and after a start', async () => {
  const open = await opener()
  const broker = await open()
  const unreachable = { enable: true, url: 'http://127.0.0.1:1/a', method: 'get' }
  await broker.ask('POST', '/authorization/sources', {
    type: 'mongodb',
    mongo_type: 'single',
    server: '127.0.0.1:1',
    database: 'mqtt',
    collection: 'acl',
    topology: { server_selection_timeout_ms: '2s' },
  })
  await broker.ask('POST', '/authorization/sources', { type: 'http', ...unreachable })
  await broker.ask('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'http',
    ...unreachable,
  })
  const paths = [
    '/authorization/sources/mongodb/status',
    '/authorization/sources/http/status',
    '/authentication/password_based:http/status',
  ]
  const statuses = (asked: TestBroker) =>
    Promise.all(
      paths.map(async (path) => {
        const { body } = await asked.ask('GET', path)
        const { status, node_error } = v.parse(statusShape, body)
        return [path, status, node_error.map(({ error }) => error)]
      }),
    )
  const before = await statuses(broker)
  expect(before).toEqual(
    paths.map((path) => [path, 'disconnected', [expect.stringContaining('ECONNREFUSED')]]),
  )
  await broker.close()
  const again = await open()
  expect(await statuses(again)).toEqual(before)
  await again.close()
})
