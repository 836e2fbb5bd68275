import { expect, onTestFinished } from 'vitest'
import type { EmbeddedBrokerOptions } from '../embedded-broker.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import type { TestClientOptions } from './connect-client.ts'
import { createTestBroker, type TestBroker } from './test-broker.ts'
import { tryConnect } from './try-connect.ts'

export interface AuthenticatingBroker extends TestBroker {
  readonly cluster: Cluster
  /** Resolves with the reason code that a client with this username and password receives. */
  codeFor(username: string, password?: string, more?: TestClientOptions): Promise<number>
}

/** Starts a broker with these authenticators, which are created through the API. */
export async function authenticatingBroker(
  authenticators: readonly Readonly<Record<string, unknown>>[],
  options: EmbeddedBrokerOptions = {},
): Promise<AuthenticatingBroker> {
  const broker = await createTestBroker({ edition: 'enterprise', ...options })
  onTestFinished(() => broker.close())
  for (const body of authenticators) {
    const made = await broker.ask('POST', '/authentication', body)
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 })
  }
  const { cluster } = broker.context
  return {
    ...broker,
    cluster,
    codeFor: (username, password, more = {}) =>
      tryConnect(cluster, { username, ...(password === undefined ? {} : { password }), ...more }),
  }
}
