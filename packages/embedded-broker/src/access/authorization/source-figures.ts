import type { SourceMetrics } from '@brokerdeck/contract/access/authorization.ts'
import type { Decision } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { RatedCounters, sampleMilliseconds } from '../../backends/rated-counters.ts'
import type { Clock } from '../../runtime/clock.ts'

type Counters = RatedCounters<Decision>

const decisions = ['allow', 'deny', 'nomatch', 'ignore'] as const

/** Counts how often each node asked each source, and the decisions of the source. */
export class SourceFigures {
  readonly #counters = new Map<string, Map<string, Counters>>()
  readonly stop: () => void

  constructor(clock: Clock) {
    this.stop = clock.every(sampleMilliseconds, () => {
      for (const ofNodes of this.#counters.values()) {
        for (const counters of ofNodes.values()) counters.sample()
      }
    })
  }

  count(source: string, node: string, decision: Decision): void {
    const counters = this.#of(source, node)
    counters.countAsked()
    counters.count(decision)
  }

  of(source: string, node: string): SourceMetrics {
    const counters = this.#of(source, node)
    const [allow, deny, nomatch, ignore] = [
      counters.of('allow'),
      counters.of('deny'),
      counters.of('nomatch'),
      counters.of('ignore'),
    ]
    const total = allow + deny + nomatch + ignore
    return { total, allow, deny, nomatch, ignore, ...counters.rates }
  }

  forgetSource(source: string): void {
    this.#counters.delete(source)
  }

  forgetNode(node: string): void {
    for (const ofNodes of this.#counters.values()) ofNodes.delete(node)
  }

  #of(source: string, node: string): Counters {
    const ofNodes = this.#counters.get(source) ?? new Map<string, Counters>()
    this.#counters.set(source, ofNodes)
    const counters = ofNodes.get(node) ?? new RatedCounters(decisions)
    ofNodes.set(node, counters)
    return counters
  }
}
