import type { AuthnMetrics } from '@brokerdeck/contract/access/authentication.ts'
import { RatedCounters } from '../../backends/rated-counters.ts'
import type { ResourceStatus } from '../../backends/resource.ts'
import { type ResourceFigures, ResourceMetrics } from '../../backends/resource-metrics.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { Credentials } from '../../mqtt/client/access.ts'
import type { Authenticator, Step } from './authenticator.ts'
import { type AuthnServices, authenticatorId, openAuthenticator } from './open-authenticator.ts'

const names = ['total', 'success', 'failed', 'nomatch'] as const

/** How clients of one node fared at one authenticator. */
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

/** Backends that are systems of their own, whose answers are counted. */
const otherSystems: ReadonlySet<unknown> = new Set([
  'mysql',
  'postgresql',
  'mongodb',
  'redis',
  'ldap',
  'http',
])

/** One authenticator of the chain as it is set now, with figures that outlive its changes. */
export class ChainLink {
  readonly id: string
  readonly #services: AuthnServices
  /** Also while it is disabled and asks nobody. */
  readonly #hasResource: boolean
  readonly #metrics = new Map<string, NodeAuthnMetrics>()
  #written = ''
  #authenticator: Authenticator | undefined

  constructor(document: PlainObject, services: AuthnServices) {
    this.id = authenticatorId(document)
    this.#services = services
    this.#hasResource = otherSystems.has(document['backend'])
  }

  /** A disabled one does nothing and holds nothing. */
  get isEnabled(): boolean {
    return this.#authenticator !== undefined
  }

  get status(): ResourceStatus {
    if (this.#authenticator === undefined) return 'stopped'
    return this.#authenticator.resource?.status ?? 'connected'
  }

  /** What it asks has been looked at; at once where it asks nobody. */
  get started(): Promise<void> | undefined {
    return this.#authenticator?.resource?.started
  }

  get error(): string | undefined {
    return this.#authenticator?.resource?.error
  }

  /** Resolves once the systems that it asks have been looked at. */
  async set(document: PlainObject): Promise<void> {
    const written = JSON.stringify(document)
    if (written === this.#written) return
    const before = this.#authenticator
    const next = document['enable'] === true ? openAuthenticator(document, this.#services) : undefined
    this.#written = written
    // One takes the place of the other at once: a chain without any would let everybody in.
    this.#authenticator = next
    await Promise.all([before?.close(), next?.resource?.started])
  }

  /** What it says of a client; an enhanced one that goes on counts when it is over. */
  async ask(credentials: Credentials): Promise<Step> {
    const authenticator = this.#authenticator
    if (authenticator === undefined) return 'ignore'
    return this.#countStep(await authenticator.authenticate(credentials), credentials.node)
  }

  /** It failed, and the client is left to the next. */
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

  /** A node that stops loses its figures. */
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
