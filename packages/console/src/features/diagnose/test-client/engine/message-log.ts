import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'
import { type BufferLimits, MessageBuffer } from './message-buffer.ts'
import type { Tally } from './worker-message.ts'

/** Holds the received or the published messages: their buffer and their counters. */
export class MessageLog {
  readonly buffer: MessageBuffer
  readonly #rate = new ArrivalRate()
  #muted = 0

  constructor(limits: BufferLimits) {
    this.buffer = new MessageBuffer(limits)
  }

  add(message: LinkMessage, now: number): void {
    this.#rate.add(now)
    this.buffer.add(message, now)
  }

  /** Counts a muted message without keeping it. */
  mute(now: number): void {
    this.#rate.add(now)
    this.#muted += 1
  }

  tally(now: number): Tally {
    const { buffer } = this
    return {
      total: buffer.lastSeq,
      kept: buffer.count,
      bytes: buffer.bytes,
      dropped: buffer.dropped,
      perSecond: this.#rate.perSecond(now),
      muted: this.#muted,
    }
  }
}

const SECONDS = 5

/** Counts messages per second over the last complete seconds. */
export class ArrivalRate {
  readonly #counts = new Array<number>(SECONDS + 1).fill(0)
  #second = 0

  add(now: number): void {
    this.#turn(now)
    const place = this.#second % this.#counts.length
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
  }

  perSecond(now: number): number {
    this.#turn(now)
    const current = this.#counts[this.#second % this.#counts.length] ?? 0
    return (this.#counts.reduce((sum, count) => sum + count, 0) - current) / SECONDS
  }

  #turn(now: number): void {
    const second = Math.floor(now / 1000)
    const passed = Math.min(second - this.#second, this.#counts.length)
    for (let step = 1; step <= passed; step += 1)
      this.#counts[(this.#second + step) % this.#counts.length] = 0
    // After a long silence all counters are cleared, whichever second comes next.
    if (second - this.#second > this.#counts.length) this.#counts.fill(0)
    this.#second = second
  }
}
