import * as v from 'valibot'
import { within } from '../../backends/resource.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Driver, Health, Link, LinkPlace } from '../drivers/driver.ts'
import { isTimeout, toErrorMessage } from '../drivers/failure-words.ts'
import { durationShape, parseMilliseconds } from '../drivers/written-duration.ts'

const shape = v.object({
  resource_opts: v.optional(
    v.object({ health_check_interval: durationShape, start_timeout: durationShape }),
    {},
  ),
})

/** Called after each health check, and with undefined once the connector is closed. */
export type TellHealth = (health: Health | undefined) => void

interface RunningConnectorParts extends LinkPlace {
  readonly driver: Driver
  /** The settings, complete and checked, with secrets. */
  readonly document: PlainObject
  readonly clock: Clock
  readonly tell?: TellHealth
}

const usualStart = 5000
/** The minimum interval in milliseconds, whatever is configured: shorter intervals would only cause checks. */
const shortestInterval = 100

/** Returns the interval between two health checks, in milliseconds. */
export const checkInterval = (written: string | number | undefined): number =>
  Math.max(shortestInterval, parseMilliseconds(written, 15_000))

/**
 * The maximum time of a health check in milliseconds, whichever part hangs: loading the library, connecting or
 * waiting for a response.
 */
export const longestLook = 5000

/** A connector on a node, which checks regularly whether its target system can be used. */
export class RunningConnector {
  health: Health = { status: 'connecting', reason: '' }
  /** Resolves after the first health check, or after `start_timeout`. */
  readonly started: Promise<void>
  readonly #parts: RunningConnectorParts
  readonly #listeners = new Set<() => void>()
  readonly #stop: () => void
  #link: Promise<Link> | undefined
  #look: Promise<void> | undefined
  #isClosed = false

  constructor(parts: RunningConnectorParts) {
    this.#parts = parts
    const { resource_opts: given } = v.parse(shape, parts.document)
    this.#stop = parts.clock.every(checkInterval(given.health_check_interval), () => this.check())
    const startTimeout = parseMilliseconds(given.start_timeout, usualStart)
    this.started = within(startTimeout, this.check()).catch(() => undefined)
  }

  get resource(): string {
    return this.#parts.resource
  }

  /** Checks whether the target system is available; one check runs at a time, and it never rejects. */
  check(): Promise<void> {
    this.#look ??= this.#checkHealth().finally(() => {
      this.#look = undefined
    })
    return this.#look
  }

  /** Adds a listener that is called whenever the status changes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get isConnected(): boolean {
    return this.health.status === 'connected'
  }

  /** Returns the connection; rejects with the reason if there is none. */
  async link(): Promise<Link> {
    if (this.#isClosed) throw new Error('Not installed')
    const { driver, document, resource, node } = this.#parts
    const before = this.#link
    if (before !== undefined) return before
    const opening = driver.open(document, { resource, node })
    this.#link = opening
    opening.catch(() => {
      if (this.#link === opening) this.#link = undefined
    })
    return opening
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    this.#listeners.clear()
    this.#parts.tell?.(undefined)
    const opening = this.#link
    this.#link = undefined
    // A connection that never opened needs no close.
    const link = await opening?.catch(() => undefined)
    await link?.close().catch(() => undefined)
  }

  async #checkHealth(): Promise<void> {
    if (this.#isClosed) return
    const health = await healthWithin(longestLook, async () => (await this.link()).check())
    if (this.#isClosed) return
    const before = this.health.status
    this.health = health
    this.#parts.tell?.(health)
    if (before === health.status) return
    for (const listener of this.#listeners) listener()
  }
}

/** Runs a health check; a timeout or an exception is a result, too. */
export async function healthWithin(milliseconds: number, look: () => Promise<Health>): Promise<Health> {
  try {
    return await within(milliseconds, look())
  } catch (error) {
    const reason = isTimeout(error) || isLate(error) ? 'health_check_timeout' : toErrorMessage(error)
    return { status: 'disconnected', reason }
  }
}

const isLate = (error: unknown): boolean => error instanceof Error && error.name === 'TooLate'
