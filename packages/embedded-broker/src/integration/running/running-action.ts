import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'
import { sampleMilliseconds } from '../../backends/rated-counters.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { Clock } from '../../runtime/clock.ts'
import { ActionBuffer } from '../buffer/action-buffer.ts'
import type { ActionMetrics } from '../buffer/action-metrics.ts'
import type { BufferBudget } from '../buffer/buffer-budget.ts'
import { bufferOptions } from '../buffer/buffer-options.ts'
import type { Outcome } from '../buffer/waiting-line.ts'
import type { Channel, Delivery, Health, Traceable } from '../drivers/driver.ts'
import { toErrorMessage } from '../drivers/failure-words.ts'
import { durationShape } from '../drivers/written-duration.ts'
import {
  checkInterval,
  healthWithin,
  longestLook,
  type RunningConnector,
  type TellHealth,
} from './running-connector.ts'

/** The part of an action or a source that concerns how it runs. */
export const runningShape = v.object({
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  resource_opts: v.optional(v.looseObject({ health_check_interval: durationShape }), {}),
})

export interface RunningActionParts {
  /** The id, such as `http:post_it`. */
  readonly id: string
  /** The settings, complete and checked. */
  readonly document: PlainObject
  readonly connector: RunningConnector
  readonly metrics: ActionMetrics
  readonly budget: BufferBudget
  readonly clock: Clock
  readonly tell?: TellHealth
}

/** The limits of the response timeout in milliseconds: it equals the lifetime of a request, but is never unlimited. */
const longestAnswer = 60_000
const shortestAnswer = 15_000

/** EMQX's health of an action if only its connector has a problem. */
export const notOperational: Health = { status: 'disconnected', reason: 'Resource not operational' }

/** An action on a node: a channel of its connector with a buffer before it. */
export class RunningAction {
  /** Resolves after the first health check. */
  readonly started: Promise<void>
  readonly #parts: RunningActionParts
  readonly #buffer: ActionBuffer
  readonly #stops: readonly (() => void)[]
  readonly #timeout: number
  readonly #hasBuffer: boolean
  #channel: Promise<Channel> | undefined
  #open: Channel | undefined
  #health: Health = { status: 'connecting', reason: '' }
  #look: Promise<void> | undefined
  #isClosed = false

  constructor(parts: RunningActionParts) {
    this.#parts = parts
    const { budget, clock, metrics, connector, document } = parts
    const options = bufferOptions(document['resource_opts'])
    this.#timeout = Math.min(longestAnswer, Math.max(shortestAnswer, options.requestTtl))
    const target = { state: () => this.#state(), deliver: (rows: readonly TermMap[]) => this.#deliver(rows) }
    this.#buffer = new ActionBuffer({ target, options, metrics, budget, clock })
    const { resource_opts: given } = v.parse(runningShape, document)
    this.#hasBuffer = given['request_ttl'] !== undefined
    this.#stops = [
      clock.every(checkInterval(given.health_check_interval), () => this.check()),
      clock.every(sampleMilliseconds, () => metrics.sample()),
      connector.onChange(() => {
        void this.check().then(() => {
          if (connector.isConnected) void this.#buffer.resume()
        })
      }),
    ]
    this.started = connector.started.then(() => this.check())
  }

  get health(): Health {
    return this.#parts.connector.isConnected ? this.#health : notOperational
  }

  /** The resource that the action uses, with EMQX's name: `connector:http:web`. */
  get resource(): string {
    return this.#parts.connector.resource
  }

  /** Queues a row. Rows with the same key keep their order. The outcome of a row is reported once. */
  send(row: TermMap, key: string, settle?: (outcome: Outcome) => void): void {
    this.#buffer.send(row, key, settle)
  }

  /**
   * Renders the templates for a row, as a trace shows it; undefined if the templates fail or the action never
   * connected.
   */
  render(row: TermMap): Traceable | undefined {
    try {
      return this.#open?.render(row)
    } catch {
      // The error is reported for the row itself when it is delivered.
      return undefined
    }
  }

  /** Checks whether the action can be performed. */
  check(): Promise<void> {
    this.#look ??= this.#checkHealth().finally(() => {
      this.#look = undefined
    })
    return this.#look
  }

  /** Closes the action and drops the waiting rows. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#parts.tell?.(undefined)
    for (const stop of this.#stops) stop()
    this.#buffer.close()
    const channel = await this.#channel?.catch(() => undefined)
    await channel?.close().catch(() => undefined)
  }

  async #checkHealth(): Promise<void> {
    if (this.#isClosed) return
    const { connector, tell } = this.#parts
    if (!connector.isConnected) {
      tell?.(this.health)
      return
    }
    const before = this.#health.status
    this.#health = await healthWithin(longestLook, async () => {
      const channel = await this.#openChannel()
      return (await channel.check?.()) ?? { status: 'connected' }
    })
    if (this.#isClosed) return
    tell?.(this.health)
    // The buffer is resumed only on a change: temporarily refused rows are retried after their own interval.
    if (before !== this.#health.status) void this.#buffer.resume()
  }

  #openChannel(): Promise<Channel> {
    if (this.#channel !== undefined) return this.#channel
    const { id, document, connector } = this.#parts
    const { parameters } = v.parse(runningShape, document)
    const opening = connector.link().then((link) => link.channel({ id, parameters, timeout: this.#timeout }))
    this.#channel = opening
    opening.then(
      (channel) => {
        this.#open = channel
      },
      () => {
        if (this.#channel === opening) this.#channel = undefined
      },
    )
    return opening
  }

  /**
   * Returns the state for the buffer. Producers of Kafka and the like do not use the broker's buffer: until they are
   * connected, each message fails.
   */
  #state(): 'ready' | 'wait' | { readonly refusal: string } {
    const { health } = this
    if (health.status === 'connected') return 'ready'
    return health.isUnhealthyTarget === true || !this.#hasBuffer ? { refusal: health.reason } : 'wait'
  }

  async #deliver(rows: readonly TermMap[]): Promise<Delivery> {
    let channel: Channel
    try {
      channel = await this.#openChannel()
    } catch (error) {
      return { kind: 'retry', reason: toErrorMessage(error) }
    }
    const delivery = await channel.deliver(rows)
    // An unreachable system is checked at once, not at the next scheduled check.
    if (delivery.kind === 'retry') void this.#parts.connector.check()
    return delivery
  }
}
