import { type Term, type TermMap, toBinary } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib'
import * as v from 'valibot'
import { longestFrame, openAmqpGuard } from '../../backends/guards/amqp-guard.ts'
import { NeighbourSockets } from '../../backends/guards/neighbour-sockets.ts'
import { tlsOptions, tlsShape } from '../../backends/tls-options.ts'
import { fillBytes, fillTemplate } from '../rules/row-template.ts'
import type {
  Channel,
  ChannelSettings,
  Delivery,
  Driver,
  Health,
  Link,
  Subscription,
  Traceable,
} from './driver.ts'
import { atomWords, toErrorCode, toErrorMessage } from './failure-words.ts'
import { durationShape, parseMilliseconds } from './written-duration.ts'

const connectorShape = v.object({
  server: v.optional(v.string(), 'localhost'),
  port: v.optional(v.number(), 5672),
  username: v.string(),
  password: v.string(),
  timeout: durationShape,
  virtual_host: v.optional(v.string(), '/'),
  heartbeat: durationShape,
  ssl: v.optional(tlsShape),
})
type Connector = v.InferOutput<typeof connectorShape>

const actionShape = v.object({
  wait_for_publish_confirmations: v.optional(v.boolean(), true),
  publish_confirmation_timeout: durationShape,
  exchange: v.string(),
  routing_key: v.string(),
  delivery_mode: v.optional(v.picklist(['non_persistent', 'persistent']), 'non_persistent'),
  payload_template: v.optional(v.string(), ''),
})
const sourceShape = v.object({ queue: v.string(), no_ack: v.optional(v.boolean(), true) })

/** The maximum number of delivered messages without acknowledgement. */
const mostUnacknowledged = 100

/** A connection that is opened anew by the next call after it broke. */
class RabbitConnection {
  readonly #connector: Connector
  readonly #timeout: number
  readonly #sockets = new NeighbourSockets({ openGuard: openAmqpGuard, isAskedFirst: false })
  #opening: Promise<ChannelModel> | undefined
  #isClosed = false

  constructor(connector: Connector) {
    this.#connector = connector
    this.#timeout = parseMilliseconds(connector.timeout, 5000)
  }

  open(): Promise<ChannelModel> {
    if (this.#isClosed) return Promise.reject(new Error('closed'))
    this.#opening ??= this.#open()
    return this.#opening
  }

  async confirmChannel(): Promise<ConfirmChannel> {
    const channel = await this.within((await this.open()).createConfirmChannel())
    // Errors of the channel reach its users through the calls that they make.
    channel.on('error', () => undefined)
    return channel
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#sockets.closeWith(async () => {
      const connection = await this.#opening?.catch(() => undefined)
      await connection?.close()
    })
  }

  /** Waits for a result; a timeout ends the connection. */
  within<T>(work: Promise<T>): Promise<T> {
    return this.#sockets.within(this.#timeout, work)
  }

  async #open(): Promise<ChannelModel> {
    try {
      const { connect } = await import('amqplib')
      const { server, port, username, password, virtual_host: vhost, heartbeat, ssl } = this.#connector
      const tls = tlsOptions(ssl)
      const connecting = connect(
        {
          frameMax: longestFrame,
          protocol: tls === undefined ? 'amqp' : 'amqps',
          hostname: server,
          port,
          username,
          password,
          vhost,
          heartbeat: Math.round(parseMilliseconds(heartbeat, 30_000) / 1000),
        },
        { timeout: this.#timeout, lookup: this.#sockets.lookup, ...tls },
      )
      const connection = await this.within(connecting)
      connection.on('error', () => undefined)
      connection.on('close', () => {
        this.#opening = undefined
      })
      return connection
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }
}

function linkReason(error: unknown, resource: string): string {
  const isRefused = /ACCESS_REFUSED|Handshake terminated/.test(toErrorMessage(error))
  const words = isRefused ? `{auth_failure,<<${JSON.stringify(toErrorMessage(error))}>>}` : atomWords(error)
  return `{start_pool_failed,<<"${resource}">>,${words}}`
}

const missing = (error: unknown): Health => ({
  status: 'disconnected',
  reason: `{unhealthy_target,<<${JSON.stringify(toErrorMessage(error))}>>}`,
  isUnhealthyTarget: true,
})

class RabbitChannel implements Channel {
  readonly #connection: RabbitConnection
  readonly #parameters: v.InferOutput<typeof actionShape>
  readonly #timeout: number
  #opening: Promise<ConfirmChannel> | undefined

  constructor(connection: RabbitConnection, { parameters, timeout }: ChannelSettings) {
    this.#connection = connection
    this.#parameters = v.parse(actionShape, parameters)
    this.#timeout = Math.min(
      timeout,
      parseMilliseconds(this.#parameters.publish_confirmation_timeout, 30_000),
    )
  }

  async deliver(rows: readonly TermMap[]): Promise<Delivery> {
    const { exchange, routing_key: key, payload_template: template, delivery_mode: mode } = this.#parameters
    const messages = rows.map((row) => ({
      to: [fillTemplate(exchange, row), fillTemplate(key, row)] as const,
      payload: fillBytes(template, row),
    }))
    try {
      const channel = await this.#openChannel()
      const options = { persistent: mode === 'persistent' }
      const confirmed = messages.map(
        ({ to: [name, routingKey], payload }) =>
          new Promise<void>((resolve, reject) => {
            channel.publish(name, routingKey, payload, options, (error: unknown) =>
              error ? reject(error) : resolve(),
            )
          }),
      )
      if (this.#parameters.wait_for_publish_confirmations) await this.#within(Promise.all(confirmed))
      else for (const one of confirmed) one.catch(() => undefined)
      return { kind: 'ok' }
    } catch (error) {
      return { kind: 'retry', reason: atomWords(error) }
    }
  }

  render(row: TermMap): Traceable {
    const { exchange, routing_key: key, payload_template: template } = this.#parameters
    const payload = fillBytes(template, row).toString()
    return { exchange: fillTemplate(exchange, row), routing_key: fillTemplate(key, row), payload }
  }

  /** Checks that the exchange exists, because publishing to a missing exchange closes the channel. */
  async check(): Promise<Health> {
    const { exchange } = this.#parameters
    if (exchange === '' || exchange.includes('${')) return { status: 'connected' }
    const channel = await this.#connection.confirmChannel()
    try {
      await this.#connection.within(channel.checkExchange(exchange).then(() => channel.close()))
      return { status: 'connected' }
    } catch (error) {
      return toErrorCode(error) === '404'
        ? missing(error)
        : { status: 'disconnected', reason: atomWords(error) }
    }
  }

  async close(): Promise<void> {
    const channel = await this.#opening?.catch(() => undefined)
    if (channel !== undefined) await this.#connection.within(channel.close()).catch(() => undefined)
  }

  #openChannel(): Promise<ConfirmChannel> {
    if (this.#opening !== undefined) return this.#opening
    const opening = this.#connection.confirmChannel()
    const forget = () => {
      if (this.#opening === opening) this.#opening = undefined
    }
    this.#opening = opening
    opening.then((channel) => channel.on('close', forget), forget)
    return opening
  }

  async #within<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), this.#timeout)
      timer.unref()
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Returns the columns of a message for rules, beside the columns of every event. */
function toColumns(queue: string, { content, fields, properties }: ConsumeMessage): TermMap {
  const texts = { message_id: properties.messageId, content_type: properties.contentType }
  const given = Object.entries({
    ...texts,
    correlation_id: properties.correlationId,
    app_id: properties.appId,
  })
  return new Map<string, Term>([
    ['payload', toBinary(content)],
    ['queue', queue],
    ['exchange', fields.exchange],
    ['routing_key', fields.routingKey],
    ['redelivered', fields.redelivered],
    ...given
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)] as const),
  ])
}

class RabbitSubscription implements Subscription {
  readonly #connection: RabbitConnection
  readonly #receive: (columns: TermMap) => void
  readonly #parameters: v.InferOutput<typeof sourceShape>
  #channel: ConfirmChannel | undefined

  constructor(connection: RabbitConnection, parameters: unknown, receive: (columns: TermMap) => void) {
    this.#connection = connection
    this.#parameters = v.parse(sourceShape, parameters)
    this.#receive = receive
  }

  /** Starts to consume, unless the source already consumes. */
  async check(): Promise<Health> {
    if (this.#channel !== undefined) return { status: 'connected' }
    const { queue, no_ack: noAck } = this.#parameters
    try {
      const channel = await this.#connection.confirmChannel()
      channel.on('close', () => {
        this.#channel = undefined
      })
      await this.#connection.within(channel.prefetch(mostUnacknowledged))
      const consuming = channel.consume(
        queue,
        (message) => {
          // RabbitMQ passes null if the queue was removed.
          if (message === null) return void channel.close().catch(() => undefined)
          this.#receive(toColumns(queue, message))
          if (!noAck) channel.ack(message)
        },
        { noAck },
      )
      await this.#connection.within(consuming)
      this.#channel = channel
      return { status: 'connected' }
    } catch (error) {
      return toErrorCode(error) === '404'
        ? missing(error)
        : { status: 'disconnected', reason: atomWords(error) }
    }
  }

  async close(): Promise<void> {
    if (this.#channel === undefined) return
    await this.#connection.within(this.#channel.close()).catch(() => undefined)
  }
}

export const rabbitmqDriver: Driver = {
  async open(document, { resource }): Promise<Link> {
    const connection = new RabbitConnection(v.parse(connectorShape, document))
    return {
      async check() {
        try {
          await connection.open()
          return { status: 'connected' }
        } catch (error) {
          return { status: 'disconnected', reason: linkReason(error, resource) }
        }
      },
      channel: async (settings) => new RabbitChannel(connection, settings),
      subscribe: async ({ parameters }, receive) => new RabbitSubscription(connection, parameters, receive),
      close: () => connection.close(),
    }
  },
}
