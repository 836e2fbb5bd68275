import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { ownRoots } from './api-resources.ts'
import { enterpriseAuthenticatorSchema } from './config/authn/authenticator-schema.ts'
import { sourceSchema } from './config/authorization-schema.ts'
import { configRoots } from './config/config-roots.ts'
import { newNamedListener } from './config/listener-schema.ts'
import { ssoSchemas } from './config/sso-schema.ts'
import { telemetrySchema } from './config/telemetry-schema.ts'
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
    // Nobody answers at their addresses, and a stop would wait for them.
    (broker, body) => send(broker, { ...Object(body), enable: false }),
  ])

/** They need a key or a file that is none of the candidates. */
const outOfReach = ['authn:jwt_public_key', 'authn:kerberos']

const telemetry: Kind = [
  'the root opentelemetry',
  telemetrySchema,
  (broker, body) => broker.ask('PUT', '/opentelemetry', body),
]

/** What is written as a whole document: every root of the configuration, and each kind of what is kept in lists. */
const kinds: readonly Kind[] = [
  ...[...configRoots, ...ownRoots].map((root): Kind => {
    const send: Send = (broker, document) => putText(broker, JSON.stringify({ [root.name]: document }))
    return [`the root ${root.name}`, root.enterprise ?? root.schema, send]
  }),
  telemetry,
  ...membersOf(newNamedListener, (broker, body) => broker.ask('POST', '/listeners', body)),
  ...membersOf(enterpriseAuthenticatorSchema, (broker, body) => broker.ask('POST', '/authentication', body)),
  ...membersOf(sourceSchema, async (broker, body) => {
    await broker.ask('DELETE', '/authorization/sources/file')
    return broker.ask('POST', '/authorization/sources', body)
  }),
  ...Object.entries(ssoSchemas).map(
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

/** Opens the same data directory again and again. */
async function opener() {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-restart-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const clock = manualClock()
  return () => createTestBroker({ clock, dataDir, edition: 'enterprise', nodes: 1 })
}

/** Whether another system answers is no state of the broker's: it is looked for anew after a start. */
function stored(state: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isOfAnother = /^\/auth(entication|orization\/sources)\/[^/]+\/status$/
  return Object.fromEntries(Object.entries(state).filter(([path]) => !isOfAnother.test(path)))
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
    const before = stored(await brokerState(broker))
    await broker.close()
    broker = await open()
    expect(stored(await brokerState(broker))).toEqual(before)
  })
  await fc.assert(runs, { numRuns: 4 })
  // Guards refuse much, but not everything.
  for (let more = 0; accepted === 0 && more < 100; more += 1) await fc.assert(runs, { numRuns: 4 })
  expect(accepted).toBeGreaterThan(0)
  await broker.close()
})
