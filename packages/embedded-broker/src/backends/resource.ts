import type { Clock } from '../runtime/clock.ts'
import { sampleMilliseconds } from './rated-counters.ts'
import { type ResourceFigures, ResourceMetrics } from './resource-metrics.ts'

class TooLate extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
    this.name = 'TooLate'
  }
}

/** Rejects if the work takes longer; the work itself continues. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate(milliseconds)), milliseconds)
    timer.unref()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export type ResourceStatus = 'connecting' | 'connected' | 'disconnected' | 'stopped'

/** The uniform interface to the different client libraries. */
export interface Connection<Ask, Answer> {
  ask(what: Ask): Promise<Answer>
  /** Rejects with the reason why the external system cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface ResourceOptions<Ask, Answer> {
  /** Connects. Loads the client library on first use, so it is loaded only where it is needed. */
  readonly connect: () => Promise<Connection<Ask, Answer>>
  /** The timeout of one request, in milliseconds. */
  readonly timeout: number
  readonly clock: Clock
}

/** The interval at which the connection to the external system is checked, in milliseconds. */
const checkMilliseconds = 15_000
/** The timeout of a check, in milliseconds, which covers loading the library, connecting and sending the request. */
const longestLook = 5000

export class Unreachable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unreachable'
  }
}

/**
 * An external system: tells whether it can be reached, and counts the requests of each node. All nodes share one
 * connection pool.
 */
export class Resource<Ask, Answer> {
  status: ResourceStatus = 'connecting'
  /** The reason why the system is not connected. */
  error: string | undefined
  /** Resolves when the first check is over: from then on the status is known. */
  readonly started: Promise<void>
  readonly #options: ResourceOptions<Ask, Answer>
  readonly #metrics = new Map<string, ResourceMetrics>()
  readonly #stops: readonly (() => void)[]
  #connection: Promise<Connection<Ask, Answer>> | undefined

  constructor(options: ResourceOptions<Ask, Answer>) {
    this.#options = options
    const { clock } = options
    this.#stops = [
      clock.every(checkMilliseconds, () => this.check()),
      clock.every(sampleMilliseconds, () => this.#sample()),
    ]
    this.started = this.check()
  }

  /** Sends a request and counts it for the node. */
  async ask(what: Ask, node: string): Promise<Answer> {
    const metrics = this.#getMetrics(node)
    metrics.countAsked()
    try {
      if (this.status === 'connecting') await this.started
      if (this.status !== 'connected') throw new Unreachable(this.error ?? this.status)
      const connection = await this.#connect()
      const answer = await within(this.#options.timeout, connection.ask(what))
      metrics.countAnswered()
      return answer
    } catch (error) {
      metrics.countFailed()
      throw error
    }
  }

  getMetrics(node: string): ResourceFigures {
    return this.#getMetrics(node).figures
  }

  /** Checks the connection to the external system; never rejects. */
  async check(): Promise<void> {
    if (this.status === 'stopped') return
    try {
      await within(longestLook, this.#look())
      this.#become('connected', undefined)
    } catch (error) {
      this.#become('disconnected', error instanceof Error ? error.message || error.name : String(error))
    }
  }

  async close(): Promise<void> {
    this.#become('stopped', undefined)
    for (const stop of this.#stops) stop()
    const opening = this.#connection
    this.#connection = undefined
    // A connection that never opened needs no close.
    const connection = await opening?.catch(() => undefined)
    await connection?.close().catch(() => undefined)
  }

  async #look(): Promise<void> {
    const connection = await this.#connect()
    await connection.check()
  }

  #become(status: ResourceStatus, error: string | undefined): void {
    if (this.status === 'stopped') return
    this.status = status
    this.error = error
  }

  #connect(): Promise<Connection<Ask, Answer>> {
    const before = this.#connection
    if (before !== undefined) return before
    const opening = this.#options.connect()
    this.#connection = opening
    opening.catch(() => {
      if (this.#connection === opening) this.#connection = undefined
    })
    return opening
  }

  #getMetrics(node: string): ResourceMetrics {
    const metrics = this.#metrics.get(node) ?? new ResourceMetrics()
    this.#metrics.set(node, metrics)
    return metrics
  }

  #sample(): void {
    for (const metrics of this.#metrics.values()) metrics.sample()
  }
}
