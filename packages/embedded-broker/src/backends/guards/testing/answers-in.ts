import type { AnswerGuard } from '../answer-guard.ts'

/**
 * Passes bytes to a guard, split at these positions; returns the error that it threw, which ends a connection.
 * Nothing but errors may be thrown.
 */
export function answersIn(guard: AnswerGuard, bytes: Buffer, cuts: readonly number[]): Error | undefined {
  const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])]
  places.sort((a, b) => a - b)
  try {
    for (const [at, start] of places.entries()) {
      const end = places[at + 1]
      if (end !== undefined) guard.check(bytes.subarray(start, end))
    }
    return undefined
  } catch (thrown) {
    if (thrown instanceof Error) return thrown
    throw thrown
  }
}
