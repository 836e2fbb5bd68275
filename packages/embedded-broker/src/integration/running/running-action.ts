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

/** As much of an action or a source as concerns how it runs. */
export const runningShape = v.object({
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  resource_opts: v.optional(v.looseObject({ health_check_interval: durationShape }), {}),
})

export interface RunningActionParts {
  /** `http:post_it` */
  readonly id: string
  /** Complete and checked. */
  readonly document: PlainObject
  readonly connector: RunningConnector
  readonly metrics: ActionMetrics
  readonly budget: BufferBudget
  readonly clock: Clock
  readonly tell?: TellHealth
}

/** An answer is waited for as long as what was sent may live, but not for ever. */
const longestAnswer = 60_000
const shortestAnswer = 15_000

/** What EMQX says where only the connector is to blame. */
export const notOperational: Health = { status: 'disconnected', reason: 'Resource not operational' }

/** One action on one node: a channel of its connector with a buffer before it. */
export class RunningAction {
  /** The first look is over. */
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

  /** As EMQX names what it goes through: `connector:http:web`. */
  get resource(): string {
    return this.#parts.connector.resource
  }

  /** Rows of one key keep their order. What became of a row is told once. */
  send(row: TermMap, key: string, settle?: (outcome: Outcome) => void): void {
    this.#buffer.send(row, key, settle)
  }

  /** What its templates make of a row, as a trace shows it; undefined where they make nothing, or it never connected. */
  render(row: TermMap): Traceable | undefined {
    try {
      return this.#open?.render(row)
    } catch {
      // Why it fails is said of the row itself when it is handed over.
      return undefined
    }
  }

  /** Looks whether the action can be done. */
  check(): Promise<void> {
    this.#look ??= this.#checkHealth().finally(() => {
      this.#look = undefined
    })
    return this.#look
  }

  /** What still waits is dropped. */
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
    // Not each time: what was refused for now is tried again when its time has come.
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

  /** Producers of Kafka and the like have no buffer of the broker's: until they are connected, each message fails. */
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
    // Whoever cannot be reached is looked at now, not when the next look is due.
    if (delivery.kind === 'retry') void this.#parts.connector.check()
    return delivery
  }
}
