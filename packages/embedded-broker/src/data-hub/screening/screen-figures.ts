import type { ScreenFigures as Figures } from '@brokerdeck/contract/data-hub/screening.ts'
import { RatedCounters, sampleMilliseconds } from '../../backends/rated-counters.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'

const counters = ['matched', 'succeeded', 'failed'] as const
type Counter = (typeof counters)[number]

/** Counts the results of each screen on each node since it was created, changed or reset. */
export class ScreenFigures {
  readonly #cluster: Cluster
  readonly #counters = new Map<string, Map<string, RatedCounters<Counter>>>()
  readonly #stop: () => void

  constructor({ cluster, clock }: { readonly cluster: Cluster; readonly clock: Clock }) {
    this.#cluster = cluster
    this.#stop = clock.every(sampleMilliseconds, () => {
      for (const nodes of this.#counters.values()) for (const one of nodes.values()) one.sample()
    })
  }

  close(): void {
    this.#stop()
  }

  count(name: string, node: string, what: Counter): void {
    const nodes = this.#counters.get(name) ?? new Map<string, RatedCounters<Counter>>()
    this.#counters.set(name, nodes)
    const found = nodes.get(node) ?? new RatedCounters(counters)
    nodes.set(node, found)
    if (what === 'matched') found.countAsked()
    found.count(what)
  }

  reset(name: string): void {
    this.#counters.delete(name)
  }

  of(name: string, node: string): Figures {
    const found = this.#counters.get(name)?.get(node)
    if (found === undefined) return none
    const [matched, succeeded, failed] = [found.of('matched'), found.of('succeeded'), found.of('failed')]
    return { matched, succeeded, failed, ...found.rates }
  }

  /** Returns the rows for Prometheus; EMQX labels both kinds with `validation_name`. */
  rows(
    screens: readonly { readonly name: string; readonly enable: boolean }[],
    prefix: string,
    node: string,
  ) {
    return screens.map(({ name, enable }) => {
      const { matched, succeeded, failed } = this.of(name, node)
      return {
        labels: { validation_name: name },
        values: {
          [`${prefix}_enable`]: Number(enable),
          [`${prefix}_matched`]: matched,
          [`${prefix}_failed`]: failed,
          [`${prefix}_succeeded`]: succeeded,
        },
      }
    })
  }

  answer(name: string) {
    const nodes = runningNodes(this.#cluster).map(({ name: node }) => ({
      node,
      metrics: this.of(name, node),
    }))
    return { metrics: nodes.map(({ metrics }) => metrics).reduce(sum, none), node_metrics: nodes }
  }
}

const none: Figures = { matched: 0, succeeded: 0, failed: 0, rate: 0, rate_last5m: 0, rate_max: 0 }

const sum = (one: Figures, other: Figures): Figures => ({
  matched: one.matched + other.matched,
  succeeded: one.succeeded + other.succeeded,
  failed: one.failed + other.failed,
  rate: one.rate + other.rate,
  rate_last5m: one.rate_last5m + other.rate_last5m,
  rate_max: one.rate_max + other.rate_max,
})
