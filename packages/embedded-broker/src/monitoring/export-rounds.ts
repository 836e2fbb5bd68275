import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { runningNodes } from '../mqtt/node/answering-node.ts'
import type { BrokerNode, Cluster } from '../mqtt/node/cluster.ts'
import type { Clock } from '../runtime/clock.ts'

interface ExportRoundsOptions {
  readonly cluster: Cluster
  readonly clock: Clock
  /** Called after each round with the first failure, or with undefined. */
  onDone(failure: string | undefined): void
}

type Send = (node: BrokerNode) => Promise<void>

const shortestInterval = 1_000
const nothing = () => undefined

/** Sends data of every running node to a receiver, at regular intervals. */
export class ExportRounds {
  readonly #options: ExportRoundsOptions
  #stop: () => void = nothing
  #send: Send | undefined
  #isSending = false

  constructor(options: ExportRoundsOptions) {
    this.#options = options
  }

  /** Replaces the current export with this one. */
  start(interval: string | number, send: Send): void {
    this.stop()
    this.#send = send
    const milliseconds = Math.max(shortestInterval, parseDuration(interval) ?? shortestInterval)
    this.#stop = this.#options.clock.every(milliseconds, () => this.#round(send))
  }

  stop(): void {
    this.#stop()
    this.#stop = nothing
    this.#send = undefined
  }

  /** Runs one round at a time: a slow receiver gets fewer rounds. */
  async #round(send: Send): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const sent = await Promise.allSettled(runningNodes(this.#options.cluster).map(send))
    this.#isSending = false
    const failures = sent.flatMap((one) => (one.status === 'rejected' ? [toReason(one.reason)] : []))
    // A late result of a previous export tells nothing about the current export.
    if (this.#send === send) this.#options.onDone(failures[0])
  }
}

/** The message of `fetch` is only "fetch failed"; the reason is the error's cause. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
