/** The limits of a capture; there is no capture without all three limits. */
export interface CaptureLimits {
  readonly seconds: number
  /** The number of messages processed per second; further messages are dropped and counted. */
  readonly perSecond: number
  /** The number of received bytes, including those of dropped messages. */
  readonly bytes: number
}

export const defaultCaptureLimits: CaptureLimits = { seconds: 60, perSecond: 500, bytes: 16 * 1024 * 1024 }

export const limitRanges = {
  seconds: { min: 1, max: 3600 },
  perSecond: { min: 1, max: 5000 },
  bytes: { min: 64 * 1024, max: 256 * 1024 * 1024 },
} as const

export type Verdict = 'take' | 'drop' | 'end'

// Half a second's share is available at once, because messages come in bursts.
const burstSeconds = 0.5

/** Counts the messages and bytes of a capture against its limits. */
export class CaptureBudget {
  readonly #limits: CaptureLimits
  readonly startedAt: number
  #tokens: number
  #filledAt: number
  #taken = 0
  #dropped = 0
  #bytes = 0

  constructor(limits: CaptureLimits, now: number) {
    this.#limits = limits
    this.startedAt = now
    this.#filledAt = now
    this.#tokens = this.#burst
  }

  get taken(): number {
    return this.#taken
  }

  get dropped(): number {
    return this.#dropped
  }

  get bytes(): number {
    return this.#bytes
  }

  get endsAt(): number {
    return this.startedAt + this.#limits.seconds * 1000
  }

  /**
   * `end`: the message that reaches the limit of bytes is the last and is not taken. For a further copy only its
   * bytes count.
   */
  receive(size: number, now: number, isCopy = false): Verdict {
    this.#bytes += size
    if (this.#bytes > this.#limits.bytes) return 'end'
    if (isCopy) return 'drop'
    this.#tokens = Math.min(
      this.#burst,
      this.#tokens + (Math.max(0, now - this.#filledAt) * this.#limits.perSecond) / 1000,
    )
    this.#filledAt = now
    if (this.#tokens < 1) {
      this.#dropped += 1
      return 'drop'
    }
    this.#tokens -= 1
    this.#taken += 1
    return 'take'
  }

  get #burst(): number {
    return Math.max(1, this.#limits.perSecond * burstSeconds)
  }
}
