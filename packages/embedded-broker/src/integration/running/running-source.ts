import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'
import type { Health, Subscription } from '../drivers/driver.ts'
import { notOperational, type RunningActionParts, runningShape } from './running-action.ts'
import { checkInterval, healthWithin, longestLook } from './running-connector.ts'

interface RunningSourceParts extends Omit<RunningActionParts, 'budget'> {
  /** Receives the columns of the incoming data. */
  readonly receive: (columns: TermMap) => void
}

/** A source on a node, which subscribes as soon as its connector is connected. */
export class RunningSource {
  readonly started: Promise<void>
  readonly #parts: RunningSourceParts
  readonly #stops: readonly (() => void)[]
  #subscription: Promise<Subscription> | undefined
  #health: Health = { status: 'connecting', reason: '' }
  #look: Promise<void> | undefined
  #isClosed = false

  constructor(parts: RunningSourceParts) {
    this.#parts = parts
    const { clock, connector, document } = parts
    const { resource_opts: given } = v.parse(runningShape, document)
    this.#stops = [
      clock.every(checkInterval(given.health_check_interval), () => this.check()),
      connector.onChange(() => {
        void this.check()
      }),
    ]
    this.started = connector.started.then(() => this.check())
  }

  get health(): Health {
    return this.#parts.connector.isConnected ? this.#health : notOperational
  }

  check(): Promise<void> {
    this.#look ??= this.#checkHealth().finally(() => {
      this.#look = undefined
    })
    return this.#look
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#parts.tell?.(undefined)
    for (const stop of this.#stops) stop()
    const subscription = await this.#subscription?.catch(() => undefined)
    await subscription?.close().catch(() => undefined)
  }

  async #checkHealth(): Promise<void> {
    if (this.#isClosed) return
    const { connector, tell } = this.#parts
    if (!connector.isConnected) {
      tell?.(this.health)
      return
    }
    this.#health = await healthWithin(longestLook, async () => {
      const subscription = await this.#openSubscription()
      return (await subscription.check?.()) ?? { status: 'connected' }
    })
    if (!this.#isClosed) tell?.(this.health)
  }

  #openSubscription(): Promise<Subscription> {
    if (this.#subscription !== undefined) return this.#subscription
    const { id, document, connector, metrics, receive } = this.#parts
    const { parameters } = v.parse(runningShape, document)
    const opening = connector.link().then((link) => {
      if (link.subscribe === undefined) throw new Error('this kind of system has no sources')
      return link.subscribe({ id, parameters, timeout: longestLook }, (columns) => {
        if (this.#isClosed) return
        metrics.count('received')
        receive(columns)
      })
    })
    this.#subscription = opening
    opening.catch(() => {
      if (this.#subscription === opening) this.#subscription = undefined
    })
    return opening
  }
}
