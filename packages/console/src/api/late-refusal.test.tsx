import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { brokerFetch } from '#testing/broker-fetch.ts'
import { getProblem } from './errors.ts'
import { request } from './http.ts'
import { currentSession, endSession, onSessionChange, type Session, startSession } from './session.ts'

async function signedIn() {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const network = brokerFetch(broker)
  vi.stubGlobal('fetch', network.fetch)
  const session = (): Session => ({
    token: broker.login(),
    username: 'admin',
    edition: 'ce',
    version: '5.8.9',
  })
  startSession(session())
  onTestFinished(() => endSession('logged-out'))
  const ends: unknown[] = []
  onTestFinished(onSessionChange((_session, end) => ends.push(end)))
  const ask = () => request(nodes.list, {}).then(() => 'answered', getProblem)
  const revoke = () => broker.context.tokens.revokeAll('admin')
  return { network, session, ends, ask, revoke }
}

test('a session whose token the broker refuses has expired', async () => {
  const { ask, revoke, ends } = await signedIn()
  expect(await ask()).toBe('answered')
  revoke()
  expect(await ask()).toMatchObject({ kind: 'expired' })
  expect([currentSession(), ends]).toEqual([undefined, ['expired']])
})

test('a late refusal of an older token leaves the session that has replaced it', async () => {
  const { network, session, ask, revoke, ends } = await signedIn()
  const arrive = network.hold(/nodes/)
  revoke()
  const late = ask()
  const next = session()
  startSession(next)
  arrive()
  expect(await late).toMatchObject({ kind: 'expired' })
  expect([currentSession(), ends]).toEqual([next, [undefined]])
  expect(await ask()).toBe('answered')
})
