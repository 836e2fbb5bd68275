import { test as base } from '@playwright/test'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { followRequests } from './settled.ts'
import { SLOWNESS, slowDown } from './slow-down.ts'
import { type Brokerdeck, OPERATOR, startBrokerdeck } from './start-brokerdeck.ts'
import { type Complaints, watchPage } from './watch-page.ts'

interface Fixtures {
  /** Connects a real client, which is disconnected after the test. */
  connect: (url: string | undefined, options: IClientOptions) => Promise<MqttClient>
  /** The problems that no page may ever cause; they are checked after each test. */
  complaints: Complaints
}

export const test = base.extend<Fixtures>({
  browser: [
    async ({ browser }, use) => {
      if (SLOWNESS > 1) slowDown(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  connect: async ({ browserName: _ }, use) => {
    const clients: MqttClient[] = []
    await use(async (url, options) => {
      if (url === undefined) throw new Error('The broker has no such node')
      const client = await connectAsync(url, { reconnectPeriod: 0, connectTimeout: 30_000, ...options })
      clients.push(client)
      return client
    })
    await Promise.all(clients.map((client) => client.endAsync(true)))
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: Complaints = []
      context.on('page', (page) => {
        watchPage(page, complaints)
        followRequests(page)
      })
      await use(complaints)
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export const { expect } = base

const WITHOUT_FLEET = ['--no-sample-fleet', '--admin-password', OPERATOR.password]

/** The options of a broker that also has the features that only Enterprise has. */
export const ENTERPRISE = [...WITHOUT_FLEET, '--edition', 'enterprise']

/** Starts one fresh broker for the tests of a file or of a group. */
export function freshBrokerdeck(options: readonly string[] = WITHOUT_FLEET): () => Brokerdeck {
  let running: Brokerdeck | undefined
  test.beforeAll(async () => {
    running = await startBrokerdeck(...options)
  })
  test.afterAll(async () => {
    await running?.stop()
  })
  return () => {
    if (!running) throw new Error('Brokerdeck runs only while tests run')
    return running
  }
}
