import type { AuthnMetrics } from '@brokerdeck/contract/access/authentication.ts'
import { RatedCounters } from '../../backends/rated-counters.ts'
import type { ResourceStatus } from '../../backends/resource.ts'
import { type ResourceFigures, ResourceMetrics } from '../../backends/resource-metrics.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { Credentials } from '../../mqtt/client/access.ts'
import type { Authenticator, Step } from './authenticator.ts'
import { type AuthnServices, authenticatorId, openAuthenticator } from './open-authenticator.ts'

const names = ['total', 'success', 'failed', 'nomatch'] as const

/** Counts the results of one authenticator for the clients of one node. */
class NodeAuthnMetrics {
  readonly #counters = new RatedCounters(names)

  countDecided(step: Step): void {
    this.#counters.countAsked()
    this.#counters.count('total')
    if (step === 'ignore') this.#counters.count('nomatch')
    else this.#counters.count(step.kind === 'refuse' ? 'failed' : 'success')
  }

  sample(): void {
    this.#counters.sample()
  }

  get figures(): AuthnMetrics {
    const counters = this.#counters
    return {
      total: counters.of('total'),
      success: counters.of('success'),
      failed: counters.of('failed'),
      nomatch: counters.of('nomatch'),
      ...counters.rates,
    }
  }
}

/** Backends that are external systems, whose requests have metrics of their own. */
const otherSystems: ReadonlySet<unknown> = new Set([
  'mysql',
  'postgresql',
  'mongodb',
  'redis',
  'ldap',
  'http',
])

/** One authenticator of the chain with its current settings, and with metrics that outlive changes of the settings. */
export class ChainLink {
  readonly id: string
  readonly #services: AuthnServices
  /** True for an external backend, even while the authenticator is disabled and sends no requests. */
  readonly #hasResource: boolean
  readonly #metrics = new Map<string, NodeAuthnMetrics>()
  #written = ''
  #authenticator: Authenticator | undefined

  constructor(document: PlainObject, services: AuthnServices) {
    this.id = authenticatorId(document)
    this.#services = services
    this.#hasResource = otherSystems.has(document['backend'])
  }

  /** A disabled authenticator does nothing and holds no resources. */
  get isEnabled(): boolean {
    return this.#authenticator !== undefined
  }

  get status(): ResourceStatus {
    if (this.#authenticator === undefined) return 'stopped'
    return this.#authenticator.resource?.status ?? 'connected'
  }

  /** Resolves once the backend has been checked; undefined where the authenticator has no backend to check. */
  get started(): Promise<void> | undefined {
    return this.#authenticator?.resource?.started
  }

  get error(): string | undefined {
    return this.#authenticator?.resource?.error
  }

  /** Applies the settings. Resolves once the systems that the authenticator sends requests to have been checked. */
  async set(document: PlainObject): Promise<void> {
    const written = JSON.stringify(document)
    if (written === this.#written) return
    const before = this.#authenticator
    const next = document['enable'] === true ? openAuthenticator(document, this.#services) : undefined
    this.#written = written
    // The new authenticator replaces the old one at once: a chain without authenticators would accept every client.
    this.#authenticator = next
    await Promise.all([before?.close(), next?.resource?.started])
  }

  /**
   * Returns the authenticator's result for a client. An enhanced authentication that continues is counted when it
   * ends.
   */
  async ask(credentials: Credentials): Promise<Step> {
    const authenticator = this.#authenticator
    if (authenticator === undefined) return 'ignore'
    return this.#countStep(await authenticator.authenticate(credentials), credentials.node)
  }

  /** Counts a failure of the authenticator: the client is passed on to the next one. */
  countFailed(node: string): void {
    this.#getMetrics(node).countDecided('ignore')
  }

  getMetrics(node: string): AuthnMetrics {
    return this.#getMetrics(node).figures
  }

  getResourceMetrics(node: string): Partial<ResourceFigures> {
    if (this.#authenticator === undefined) return this.#hasResource ? new ResourceMetrics().figures : {}
    return this.#authenticator.resource?.getMetrics?.(node) ?? {}
  }

  /** Deletes the metrics of a node that stops. */
  forget(node: string): void {
    this.#metrics.delete(node)
  }

  sample(): void {
    for (const metrics of this.#metrics.values()) metrics.sample()
  }

  async close(): Promise<void> {
    const authenticator = this.#authenticator
    this.#authenticator = undefined
    await authenticator?.close()
  }

  #countStep(step: Step, node: string): Step {
    if (step === 'ignore' || step.kind !== 'continue') {
      this.#getMetrics(node).countDecided(step)
      return step
    }
    return {
      ...step,
      answer: async (data) => {
        const next = await step.answer(data)
        const counted = this.#countStep(next, node)
        return counted === 'ignore' ? next : counted
      },
    }
  }

  #getMetrics(node: string): NodeAuthnMetrics {
    const metrics = this.#metrics.get(node) ?? new NodeAuthnMetrics()
    this.#metrics.set(node, metrics)
    return metrics
  }
}
