import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Delivery } from '../drivers/driver.ts'
import type { ActionMetrics, BufferGauges, DropReason } from './action-metrics.ts'
import type { BudgetedQueue, BufferBudget } from './buffer-budget.ts'
import type { BufferOptions } from './buffer-options.ts'
import { type Outcome, WaitingLine, type WaitingRow } from './waiting-line.ts'

/** The target of the rows. */
export interface BufferTarget {
  /** Returns `ready`, or how rows are handled until the target is ready. */
  state(): 'ready' | 'wait' | { readonly refusal: string }
  deliver(rows: readonly TermMap[]): Promise<Delivery>
}

export interface BufferParts {
  readonly target: BufferTarget
  readonly options: BufferOptions
  readonly metrics: ActionMetrics
  /** The budget that the buffers of all actions share. */
  readonly budget: BufferBudget
  readonly clock: Clock
}

type Batch = readonly WaitingRow[]

const countBytes = (batch: Batch) => batch.reduce((sum, { bytes }) => sum + bytes, 0)

/** An exception of the target must not end the broker: it counts as a failed delivery with its message. */
async function deliver(target: BufferTarget, batch: Batch): Promise<Delivery> {
  try {
    return await target.deliver(batch.map(({ row }) => row))
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * A queue in memory before a target that may be slow or unreachable. Rows that cannot be delivered stay, the oldest
 * first, until they are delivered, expire, or are pushed out by later rows.
 */
export class BufferWorker implements BudgetedQueue {
  readonly #parts: BufferParts
  readonly #queue = new WaitingLine()
  /** The batches that are retried before any other row is sent. */
  #blocked: Batch[] = []
  #sentBatches = 0
  #sentRows = 0
  #sentBytes = 0
  /** The batch that is being retried at present. */
  #retried: Batch = []
  #isClosed = false
  #isFilling = false

  constructor(parts: BufferParts) {
    this.#parts = parts
  }

  push(waiting: WaitingRow): void {
    this.#queue.push(waiting)
    while (this.#queue.bytes > this.#parts.options.maxBytes) this.#drop(this.#queue.take(1), 'queue_full')
    if (this.#queue.length > 0) this.#parts.budget.keep(this, waiting)
    this.send()
  }

  /** Drops the first row, so that all buffers together stay within their limit. */
  dropFirst(expected: WaitingRow): void {
    if (this.#queue.first === expected) this.#drop(this.#queue.take(1), 'queue_full')
  }

  get isIdle(): boolean {
    // A batch under way may return to be retried.
    const isDone = this.#sentBatches === 0 && this.#retried.length === 0
    return isDone && this.#queue.length === 0 && this.#blocked.length === 0
  }

  get gauges(): BufferGauges {
    return {
      queuing: this.#queue.length,
      queuing_bytes: this.#queue.bytes,
      inflight: this.#blocked.reduce(
        (sum, { length }) => sum + length,
        this.#sentRows + this.#retried.length,
      ),
    }
  }

  /** Drops expired rows, retries undelivered batches, and continues with the queue. */
  async resume(): Promise<void> {
    this.#dropExpired()
    if (this.#retried.length > 0) return
    for (let batch = this.#nextRetry(); batch.length > 0; batch = this.#nextRetry())
      if (!(await this.#isDone(batch))) return
    this.send()
  }

  /** Returns the oldest batch that may be retried now; empty if there is none. */
  #nextRetry(): Batch {
    while (!this.#isClosed && this.#blocked.length > 0) {
      const state = this.#parts.target.state()
      if (state === 'wait') break
      const batch = this.#fresh(this.#blocked.shift() ?? [])
      if (typeof state === 'object') for (const one of batch) this.#fail(one, state.refusal)
      else if (batch.length > 0) return batch
    }
    return []
  }

  /** Delivers the rows that may be sent now. */
  send(): void {
    if (this.#isFilling) return
    this.#isFilling = true
    while (this.#mayTake()) {
      const batch = this.#fresh(this.#queue.take(this.#parts.options.batchSize))
      if (batch.length > 0) void this.#handOver(batch)
    }
    this.#isFilling = false
  }

  close(): void {
    this.#isClosed = true
    for (const batch of [this.#queue.take(this.#queue.length), ...this.#blocked])
      this.#drop(batch, 'resource_stopped')
    this.#blocked = []
  }

  #mayTake(): boolean {
    const { target, options } = this.#parts
    if (this.#isClosed || this.#queue.length === 0) return false
    const state = target.state()
    if (typeof state === 'object') {
      for (const one of this.#queue.take(this.#queue.length)) this.#fail(one, state.refusal)
      return false
    }
    return (
      state === 'ready' &&
      this.#blocked.length === 0 &&
      this.#retried.length === 0 &&
      this.#sentBatches < options.window &&
      this.#sentBytes < options.maxBytes &&
      this.#isBatchDue()
    )
  }

  #isBatchDue(): boolean {
    const { options, clock } = this.#parts
    if (options.batchTime === 0 || this.#queue.length >= options.batchSize) return true
    return clock.now() - this.#queue.since >= options.batchTime
  }

  async #handOver(batch: Batch): Promise<void> {
    const bytes = countBytes(batch)
    this.#sentBatches++
    this.#sentRows += batch.length
    this.#sentBytes += bytes
    const delivery = await deliver(this.#parts.target, batch)
    this.#sentBatches--
    this.#sentRows -= batch.length
    this.#sentBytes -= bytes
    if (this.#isClosed) return this.#drop(batch, 'resource_stopped')
    if (delivery.kind === 'retry') this.#block(batch)
    else this.#settle(batch, delivery)
    this.send()
  }

  /** Keeps a batch for a retry: batches that were sent first are retried first. */
  #block(batch: Batch): void {
    const place = batch[0]?.place ?? 0
    const at = this.#blocked.findLastIndex((one) => (one[0]?.place ?? 0) < place)
    this.#blocked.splice(at + 1, 0, batch)
  }

  async #isDone(batch: Batch): Promise<boolean> {
    this.#retried = batch
    const delivery = await deliver(this.#parts.target, batch)
    this.#retried = []
    if (this.#isClosed) this.#drop(batch, 'resource_stopped')
    else if (delivery.kind === 'retry') this.#block(batch)
    else {
      for (const _ of batch) this.#parts.metrics.count('retried')
      this.#settle(batch, delivery)
      return true
    }
    return false
  }

  #end(one: WaitingRow, outcome: Outcome): void {
    this.#parts.budget.release(one)
    one.settle(outcome)
  }

  #settle(batch: Batch, delivery: Exclude<Delivery, { kind: 'retry' }>): void {
    const { metrics, clock } = this.#parts
    for (const one of batch) {
      if (one.expires < clock.now()) {
        metrics.count('late_reply')
        this.#end(one, { kind: 'dropped', reason: 'expired' })
      } else {
        metrics.count(delivery.kind === 'ok' ? 'success' : 'failed')
        this.#end(one, delivery)
      }
    }
  }

  #fail(one: WaitingRow, reason: string): void {
    this.#parts.metrics.count('failed')
    this.#end(one, { kind: 'failed', reason })
  }

  #drop(batch: Batch, reason: DropReason): void {
    for (const one of batch) {
      this.#parts.metrics.count(`dropped.${reason}`)
      this.#end(one, { kind: 'dropped', reason })
    }
  }

  /** Drops the expired rows of a batch and returns the others. */
  #fresh(batch: Batch): Batch {
    const now = this.#parts.clock.now()
    const old = batch.filter(({ expires }) => expires < now)
    this.#drop(old, 'expired')
    return old.length === 0 ? batch : batch.filter(({ expires }) => expires >= now)
  }

  #dropExpired(): void {
    const now = this.#parts.clock.now()
    while (this.#queue.expires < now) this.#drop(this.#queue.take(1), 'expired')
    this.#blocked = this.#blocked.map((batch) => this.#fresh(batch)).filter(({ length }) => length > 0)
  }
}
