import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { runningNodes } from '../mqtt/node/answering-node.ts'
import type { BrokerNode, Cluster } from '../mqtt/node/cluster.ts'
import type { Clock } from '../runtime/clock.ts'

interface ExportRoundsOptions {
  readonly cluster: Cluster
  readonly clock: Clock
  /** After each round: what went wrong, or undefined. */
  onDone(failure: string | undefined): void
}

type Send = (node: BrokerNode) => Promise<void>

const shortestInterval = 1_000
const nothing = () => undefined

/** Sends something of every running node to somewhere else, again and again. */
export class ExportRounds {
  readonly #options: ExportRoundsOptions
  #stop: () => void = nothing
  #send: Send | undefined
  #isSending = false

  constructor(options: ExportRoundsOptions) {
    this.#options = options
  }

  /** From now on, instead of what was sent so far. */
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

  /** One at a time: a slow receiver gets fewer. */
  async #round(send: Send): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const sent = await Promise.allSettled(runningNodes(this.#options.cluster).map(send))
    this.#isSending = false
    const failures = sent.flatMap((one) => (one.status === 'rejected' ? [toReason(one.reason)] : []))
    // What comes late of something former says nothing about what is sent now.
    if (this.#send === send) this.#options.onDone(failures[0])
  }
}

/** `fetch` says "fetch failed" and keeps the reason as its cause. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
