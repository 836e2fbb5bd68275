import { tooManyAttempts } from '../../http/api-refusal.ts'
import type { Clock } from '../../runtime/clock.ts'

interface Attempts {
  failures: number
  /** The previous attempt: attempts of one user from one address run one after the other. */
  last: Promise<unknown>
  lastAt: number
  waiting: number
  /** The time at which the waiting attempts will have run if all of them are wrong. */
  freeAt: number
}

const freeFailures = 3
const firstDelay = 500
const longestDelay = 10_000
/** The time in milliseconds without an attempt after which the failures are forgotten. */
const memory = 15 * 60 * 1000
const maxKeys = 10_000
const maxWaiting = 5

/**
 * Slows down repeated wrong logins: from the fourth attempt on, each waits twice as long as the previous one. Too
 * many simultaneous attempts are refused with the time to wait, and not as wrong, because their password has not been
 * checked.
 */
export class LoginThrottle {
  readonly #clock: Clock
  readonly #attempts = new Map<string, Attempts>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Runs the check when it is the attempt's turn, which is within the timeout of a browser. */
  async attempt(username: string, ip: string, check: () => Promise<boolean>): Promise<boolean> {
    const key = JSON.stringify([username.slice(0, 256), ip])
    const attempts = this.#getAttempts(key)
    const now = this.#clock.now()
    const freeAt = attempts.waiting === 0 ? now : Math.max(now, attempts.freeAt)
    const startsAt = freeAt + delayAfter(attempts.failures + attempts.waiting)
    if (attempts.waiting >= maxWaiting || startsAt - now > longestDelay) {
      throw tooManyAttempts(Math.max(1, Math.ceil((freeAt - now) / 1000)))
    }
    attempts.waiting += 1
    attempts.freeAt = startsAt
    const turn = attempts.last.then(async () => {
      const delay = delayAfter(attempts.failures)
      if (delay > 0) await this.#clock.wait(delay)
      const isRight = await check()
      attempts.failures = isRight ? 0 : attempts.failures + 1
      return isRight
    })
    attempts.last = turn.catch(() => false)
    try {
      return await turn
    } finally {
      attempts.waiting -= 1
      attempts.lastAt = this.#clock.now()
    }
  }

  #getAttempts(key: string): Attempts {
    const now = this.#clock.now()
    let found = this.#attempts.get(key)
    if (found !== undefined && found.waiting === 0 && now - found.lastAt > memory) found = undefined
    found ??= { failures: 0, last: Promise.resolve(), lastAt: now, waiting: 0, freeAt: now }
    // The entry is moved to the end, so that the first key is the one that was idle for the longest time.
    this.#attempts.delete(key)
    this.#attempts.set(key, found)
    if (this.#attempts.size > maxKeys) {
      const [oldest] = this.#attempts.keys()
      if (oldest !== undefined) this.#attempts.delete(oldest)
    }
    return found
  }
}

function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(longestDelay, firstDelay * 2 ** (failures - freeFailures))
}
