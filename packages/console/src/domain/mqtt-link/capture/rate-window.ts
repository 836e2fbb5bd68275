/** The counts of the current and the previous time slot: a sliding window in three numbers, for 100,000 branches. */
export interface RateWindow {
  slot: number
  current: number
  previous: number
}

const rateWindowMs = 5000

export function tally(window: RateWindow, now: number): void {
  const slot = Math.floor(now / rateWindowMs)
  if (slot !== window.slot) {
    window.previous = slot === window.slot + 1 ? window.current : 0
    window.current = 0
    window.slot = slot
  }
  window.current += 1
}

/**
 * Returns the rate per second over the last five seconds. `since`: the start of counting, so that the rate of the
 * first seconds is not too low.
 */
export function ratePerSecond(window: RateWindow, now: number, since: number): number {
  const age = Math.floor(now / rateWindowMs) - window.slot
  if (age < 0 || age > 1) return 0
  const [current, previous] = age === 0 ? [window.current, window.previous] : [0, window.current]
  const share = (now % rateWindowMs) / rateWindowMs
  const seen = Math.min(Math.max(now - since, 1000), rateWindowMs)
  return ((previous * (1 - share) + current) * 1000) / seen
}
