import fastify, { type FastifyInstance } from 'fastify'
import { createEmbeddedBroker, type EmbeddedBroker, type EmbeddedBrokerOptions } from '../embedded-broker.ts'
import { brokerFastifyOptions } from '../http/broker-fastify-options.ts'
import type { SystemLoad } from '../runtime/system-load.ts'
import { type AskBroker, askThrough } from './ask-through.ts'

export interface TestBroker extends EmbeddedBroker {
  /** The application, for requests with `app.inject`, which needs no socket. */
  readonly app: FastifyInstance
  /** Returns a valid token of `admin`. */
  login(): string
  readonly ask: AskBroker
}

/**
 * The load of this machine must neither raise nor clear an alarm in a test: between the watermarks of the processor,
 * the check of each full minute changes nothing.
 */
const steady: SystemLoad = { cpuUsage: () => 70, memoryUsage: () => 40 }

/**
 * Creates an embedded broker in memory, without sockets. Connect clients with `connectClient(broker.world.cluster)`.
 */
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
  /** Issues a new token if the previous token was revoked or has expired. */
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
