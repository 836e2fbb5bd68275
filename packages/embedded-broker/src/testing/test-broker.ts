import fastify, { type FastifyInstance } from 'fastify'
import { createEmbeddedBroker, type EmbeddedBroker, type EmbeddedBrokerOptions } from '../embedded-broker.ts'
import { brokerFastifyOptions } from '../http/broker-fastify-options.ts'
import type { SystemLoad } from '../runtime/system-load.ts'
import { type AskBroker, askThrough } from './ask-through.ts'

export interface TestBroker extends EmbeddedBroker {
  /** Ask with `app.inject`, no socket needed. */
  readonly app: FastifyInstance
  /** A valid token of `admin`. */
  login(): string
  readonly ask: AskBroker
}

/**
 * What this machine does meanwhile must raise no alarm in a test, nor lift one: between the marks of the processor a
 * check of the full minute changes nothing.
 */
const steady: SystemLoad = { cpuUsage: () => 70, memoryUsage: () => 40 }

/** An embedded broker in memory, without sockets. Connect clients with `connectClient(broker.world.cluster)`. */
export async function createTestBroker(options: EmbeddedBrokerOptions = {}): Promise<TestBroker> {
  const broker = await createEmbeddedBroker({
    nodes: 2,
    listen: false,
    sysInterval: 0,
    passwordCost: 16,
    load: steady,
    ...options,
  })
  const app = fastify(brokerFastifyOptions)
  await app.register(broker.plugin)
  const { tokens } = broker.context
  let token = tokens.issue('admin')
  /** A new one when the old was revoked or is too old. */
  const login = () => {
    if (typeof tokens.use(token) === 'string') token = tokens.issue('admin')
    return token
  }
  return {
    ...broker,
    app,
    login,
    ask: askThrough(app, login),
    async close() {
      await app.close()
      await broker.close()
    },
  }
}
