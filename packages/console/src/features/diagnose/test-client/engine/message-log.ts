import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'
import { ArrivalRate } from './arrival-rate.ts'
import { type BufferLimits, MessageBuffer } from './message-buffer.ts'
import type { Tally } from './worker-message.ts'

/** What came, or what was sent: the buffer with its figures. */
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

  /** Counted, not kept. */
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
