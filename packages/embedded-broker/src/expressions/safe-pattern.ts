import { compilePcre, Pcre } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import { formatPcreFault } from '@brokerdeck/languages/pcre/pattern-fault.ts'

/** A busy machine must not look like a bad pattern. */
const longest = 40
/** For one that has shown to be bad, what others than its victims do not need. */
const shortest = 4
const most = 200
/** Of all time, what such a pattern may cost beside that. */
const share = 0.02

/** How long the broker may stand still for a pattern. What is waited for it in vain is taken from its purse. */
export class MatchingTime {
  readonly #now: () => number
  #left = most
  #at: number

  /** Milliseconds, and only forwards. */
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

/** `too-slow`: the pattern backtracks so much on this subject that nobody can wait for it. */
export type SafePattern = (subject: string) => boolean | 'too-slow'
/** What the groups of the pattern have found, '' for those without a part in it; undefined if it does not match. */
export type SafeMatcher = (subject: string) => readonly string[] | undefined | 'too-slow'

/** No text of MQTT is longer (MQTT-1.5.4): what is cut off could not be matched. */
const longestSubject = 65_535

/** A machine does about so many steps of the engine in a millisecond. */
const stepsInMillisecond = 10_000

type Fault = { readonly fault: string }

/** An operator's pattern for what strangers send, with an end to its backtracking; or what is wrong with it. */
export function parseMatcher(text: string): SafeMatcher | Fault {
  return runBounded(text, (pattern, subject, steps) => pattern.tryGroups(subject, steps))
}

/** The same where only the answer counts. */
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
