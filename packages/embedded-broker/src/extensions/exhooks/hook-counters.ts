import type { ExhookFigures } from '@brokerdeck/contract/extensions/exhooks.ts'
import type { HookName } from './hook-protocol.ts'

const windowSeconds = 5
export const windowMilliseconds = windowSeconds * 1000

class Counter {
  succeed = 0
  failed = 0
  rate = 0
  max_rate = 0
  #before = 0

  sample(): void {
    const all = this.succeed + this.failed
    this.rate = Math.trunc((all - this.#before) / windowSeconds)
    this.max_rate = Math.max(this.max_rate, this.rate)
    this.#before = all
  }
}

const none: ExhookFigures = { succeed: 0, failed: 0, rate: 0, max_rate: 0 }

/** Adds up counts. Rates are the mean, truncated to an integer, as recorded from EMQX 5.8.9. */
export function joinFigures(figures: readonly ExhookFigures[]): ExhookFigures {
  const sum = (name: keyof ExhookFigures) => figures.reduce((total, one) => total + one[name], 0)
  if (figures.length === 0) return none
  return {
    succeed: sum('succeed'),
    failed: sum('failed'),
    rate: Math.trunc(sum('rate') / figures.length),
    max_rate: Math.trunc(sum('max_rate') / figures.length),
  }
}

/** Counts the results of the calls of one node to one server, by hook. */
export class HookCounters {
  readonly #counters = new Map<HookName, Counter>()

  count(hook: HookName, what: 'succeed' | 'failed'): void {
    const counter = this.#counters.get(hook) ?? new Counter()
    counter[what]++
    this.#counters.set(hook, counter)
  }

  sample(): void {
    for (const counter of this.#counters.values()) counter.sample()
  }

  of(hook: HookName): ExhookFigures {
    const { succeed, failed, rate, max_rate } = this.#counters.get(hook) ?? none
    return { succeed, failed, rate, max_rate }
  }

  get all(): ExhookFigures {
    return joinFigures([...this.#counters.keys()].map((hook) => this.of(hook)))
  }
}
