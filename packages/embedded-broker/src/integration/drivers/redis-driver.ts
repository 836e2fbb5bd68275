import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'
import { type RedisConnection, redisConnection } from '../../backends/redis-resource.ts'
import { fillBinary, fillTemplate } from '../rules/row-template.ts'
import type { Channel, Delivery, Driver, Link } from './driver.ts'
import { describeExplained, toErrorCode, toErrorMessage } from './failure-words.ts'

const connectorShape = v.object({
  parameters: v.record(v.string(), v.unknown()),
  ssl: v.optional(v.unknown()),
})
const actionShape = v.object({ command_template: v.array(v.string()) })

/**
 * The longest wait in milliseconds: a server that processes many rows at once responds later than to a single
 * command.
 */
const longestWaitMs = 15_000

/** Tells whether the error comes from Redis itself, whose errors begin with a word in capitals. */
const isRefusal = (error: unknown) => /^[A-Z]+ /.test(toErrorMessage(error))

/** Temporary errors: a server that starts, is full or is read-only for now accepts the command later. */
const passing = /^(LOADING|BUSY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|READONLY|OOM|MISCONF|NOREPLICAS|NOAUTH) /

function toReason(error: unknown): string {
  if (isRefusal(error)) return `{unhealthy_target,<<"-${toErrorMessage(error)}\\r\\n">>}`
  const isClosed =
    toErrorCode(error) === '' && /writeable|Connection is closed|max retries/i.test(toErrorMessage(error))
  return isClosed ? 'no_connection' : describeExplained(error)
}

function toDelivery(error: unknown): Delivery {
  if (!isRefusal(error)) return { kind: 'retry', reason: toReason(error) }
  const kind = passing.test(toErrorMessage(error)) ? 'retry' : 'failed'
  return { kind, reason: `<<"-${toErrorMessage(error)}\\r\\n">>` }
}

function createChannel(connection: RedisConnection, parameters: unknown): Channel {
  const { command_template: words } = v.parse(actionShape, parameters)
  const buildCommand = (row: TermMap) => words.map((word) => fillBinary(word, row))
  return {
    async deliver(rows) {
      // All commands are rendered before the first is sent, and sent before the first response arrives.
      const ended = await Promise.allSettled(rows.map(buildCommand).map((command) => connection.ask(command)))
      const wrong = ended.find((one) => one.status === 'rejected')
      return wrong === undefined ? { kind: 'ok' } : toDelivery(wrong.reason)
    },
    render: (row) => ({ command: words.map((word) => fillTemplate(word, row)) }),
    close: async () => undefined,
  }
}

export const redisDriver: Driver = {
  async open(document): Promise<Link> {
    const { parameters, ssl } = v.parse(connectorShape, document)
    const connection = await redisConnection({ ...parameters, ssl }, longestWaitMs)
    return {
      async check() {
        try {
          await connection.check()
          return { status: 'connected' }
        } catch (error) {
          return { status: 'disconnected', reason: toReason(error) }
        }
      },
      channel: async (settings) => createChannel(connection, settings.parameters),
      close: () => connection.close(),
    }
  },
}
