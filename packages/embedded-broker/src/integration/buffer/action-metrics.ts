import { RatedCounters, type Rates } from '../../backends/rated-counters.ts'

const dropReasons = ['expired', 'other', 'queue_full', 'resource_not_found', 'resource_stopped'] as const
export type DropReason = (typeof dropReasons)[number]

const counted = ['matched', 'success', 'failed', 'retried', 'late_reply', 'received'] as const
type Counted = (typeof counted)[number] | `dropped.${DropReason}`

/** The current numbers of waiting rows and of rows under way. */
export interface BufferGauges {
  readonly queuing: number
  readonly queuing_bytes: number
  readonly inflight: number
}

export type ActionFigures = Readonly<Record<Counted | 'dropped' | keyof BufferGauges, number>> & Rates

const idle: BufferGauges = { queuing: 0, queuing_bytes: 0, inflight: 0 }

/** The counters of a node for an action or a source, with the names of the API. */
export class ActionMetrics {
  #counters = this.#fresh()
  #gauges: () => BufferGauges = () => idle

  #fresh() {
    return new RatedCounters<Counted>([
      ...counted,
      ...dropReasons.map((reason) => `dropped.${reason}` as const),
    ])
  }

  /** Sets the function that returns the current gauges. */
  watch(gauges: () => BufferGauges): void {
    this.#gauges = gauges
  }

  countMatched(): void {
    this.#counters.countAsked()
    this.#counters.count('matched')
  }

  count(name: Exclude<Counted, 'matched'>): void {
    this.#counters.count(name)
  }

  /** Called every ten seconds. */
  sample(): void {
    this.#counters.sample()
  }

  reset(): void {
    this.#counters = this.#fresh()
  }

  get figures(): ActionFigures {
    const of = (name: Counted) => this.#counters.of(name)
    const dropped = {
      'dropped.expired': of('dropped.expired'),
      'dropped.other': of('dropped.other'),
      'dropped.queue_full': of('dropped.queue_full'),
      'dropped.resource_not_found': of('dropped.resource_not_found'),
      'dropped.resource_stopped': of('dropped.resource_stopped'),
    }
    return {
      dropped: Object.values(dropped).reduce((sum, one) => sum + one, 0),
      ...dropped,
      failed: of('failed'),
      late_reply: of('late_reply'),
      matched: of('matched'),
      received: of('received'),
      retried: of('retried'),
      success: of('success'),
      ...this.#gauges(),
      ...this.#counters.rates,
    }
  }
}
