import type { AuthnMetrics } from '@brokerdeck/contract/access/authentication.ts'
import { RatedCounters } from '../../backends/rated-counters.ts'
import type { Step } from './authenticator.ts'

const names = ['total', 'success', 'failed', 'nomatch'] as const

/** How clients of one node fared at one authenticator. */
export class NodeAuthnMetrics {
  readonly #counters = new RatedCounters(names)

  decided(step: Step): void {
    this.#counters.asked()
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
