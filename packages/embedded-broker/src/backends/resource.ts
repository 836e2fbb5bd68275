import type { Clock } from '../runtime/clock.ts'
import { sampleMilliseconds } from './rated-counters.ts'
import { type ResourceFigures, ResourceMetrics } from './resource-metrics.ts'

class TooLate extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
    this.name = 'TooLate'
  }
}

/** Rejects if it takes longer; the work itself goes on. */
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

/** What a client library gives, made alike. */
export interface Connection<Ask, Answer> {
  ask(what: Ask): Promise<Answer>
  /** Rejects with why the other side cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface ResourceOptions<Ask, Answer> {
  /** Loads the client library with the first use: nobody else pays for it. */
  readonly connect: () => Promise<Connection<Ask, Answer>>
  /** Milliseconds for one question. */
  readonly timeout: number
  readonly clock: Clock
}

/** How often it is looked whether the other side is there. */
const checkMilliseconds = 15_000
/** A look is over after this, whatever hangs: loading the library, connecting or asking. */
const longestLook = 5000

export class Unreachable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unreachable'
  }
}

/** An external system: whether it can be reached, and how the nodes fare that ask it. One connection pool for all. */
export class Resource<Ask, Answer> {
  status: ResourceStatus = 'connecting'
  /** Why it is not connected. */
  error: string | undefined
  /** The first look at it is over: from then on the status says how it went. */
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

  /** Counts for the node that asks. */
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

  /** Looks whether the other side is there; never rejects. */
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
    // One that never opened has nothing to close.
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
