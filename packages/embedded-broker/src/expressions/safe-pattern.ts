import { compilePcre, Pcre } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import { formatPcreFault } from '@brokerdeck/languages/pcre/pattern-fault.ts'

/** The maximum time in milliseconds, long enough that a busy machine does not make a pattern look bad. */
const longest = 40
/** The minimum time in milliseconds, for a pattern that has timed out; harmless subjects need no more. */
const shortest = 4
const most = 200
/** The share of all time that such a pattern may take beyond the minimum. */
const share = 0.02

/** Limits how long a pattern may block the broker. Each timeout reduces the time that remains for the pattern. */
export class MatchingTime {
  readonly #now: () => number
  #left = most
  #at: number

  /** `now` returns milliseconds that never decrease. */
  constructor(now: () => number) {
    this.#now = now
    this.#at = now()
  }

  get milliseconds(): number {
    const now = this.#now()
    this.#left = Math.min(most, this.#left + (now - this.#at) * share)
    this.#at = now
    return Math.round(Math.min(longest, Math.max(shortest, this.#left)))
  }

  noteTimeout(milliseconds: number): void {
    this.#left = Math.max(0, this.#left - milliseconds)
  }
}

/** `too-slow`: the pattern backtracks so much on this subject that the match was aborted. */
export type SafePattern = (subject: string) => boolean | 'too-slow'
/**
 * Returns the texts that the groups have matched, '' for groups without a match; undefined if the pattern does not
 * match.
 */
export type SafeMatcher = (subject: string) => readonly string[] | undefined | 'too-slow'

/** The maximum length of a string in MQTT (MQTT-1.5.4); longer subjects cannot occur. */
const longestSubject = 65_535

/** The approximate number of engine steps that a machine runs in a millisecond. */
const stepsInMillisecond = 10_000

type Fault = { readonly fault: string }

/** Compiles an operator's pattern for untrusted input with limited backtracking, or returns what is wrong with it. */
export function parseMatcher(text: string): SafeMatcher | Fault {
  return runBounded(text, (pattern, subject, steps) => pattern.tryGroups(subject, steps))
}

/** Does the same where only the result of the match is needed. */
export function parsePattern(text: string): SafePattern | Fault {
  return runBounded(text, (pattern, subject, steps) => pattern.tryMatch(subject, steps))
}

function runBounded<Answer>(
  text: string,
  attempt: (pattern: Pcre, subject: string, steps: number) => Answer | 'given-up',
): ((subject: string) => Answer | 'too-slow') | Fault {
  const pattern = compilePcre(text)
  if (!(pattern instanceof Pcre)) return { fault: formatPcreFault(pattern) }
  const matchingTime = new MatchingTime(() => performance.now())
  return (subject) => {
    const timeMs = matchingTime.milliseconds
    const found = attempt(pattern, subject.slice(0, longestSubject), timeMs * stepsInMillisecond)
    if (found !== 'given-up') return found
    matchingTime.noteTimeout(timeMs)
    return 'too-slow'
  }
}
