const longestDelayMs = 60_000

/**
 * Milliseconds until the next poll. While polls fail the delay grows with the time that has passed since the last
 * answer, so a broker that comes back is not met by every console at once, and one that blinks is noticed soon.
 */
export function pollDelay(intervalMs: number, failingSince: number | undefined, now: number): number {
  if (failingSince === undefined) return intervalMs
  // Never answered at all: there is no age to measure.
  if (failingSince === 0) return intervalMs * 2
  return Math.max(intervalMs, Math.min(longestDelayMs, (now - failingSince) / 2))
}
