import { setFlagsFromString } from 'node:v8'
import { createContext, Script } from 'node:vm'
import { compilePattern } from '@brokerdeck/contract/description/expression.ts'

/** A busy machine must not look like a bad pattern. */
const longest = 200
/** For one that has shown to be bad, what others than its victims do not need. */
const shortest = 20
const most = 1000
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

  waitedInVain(milliseconds: number): void {
    this.#left = Math.max(0, this.#left - milliseconds)
  }
}

/** `too-slow`: the pattern backtracks so much on this subject that nobody can wait for it. */
export type SafePattern = (subject: string) => boolean | 'too-slow'
/** What the groups of the pattern have found, '' for those without a part in it; undefined if it does not match. */
export type SafeMatcher = (subject: string) => readonly string[] | undefined | 'too-slow'

/** No text of MQTT is longer (MQTT-1.5.4): what is cut off could not be matched. */
const longestSubject = 65_535

// What backtracks without end is tried again by an engine that does not, which knows all but references to groups, what
// looks around, and large counts. The answer is the same.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')

const script = new Script('pattern.exec(subject)')
/** One for all: a context is about as large as a small page. */
const sandbox = createContext({ pattern: /^$/, subject: '' })

/** An operator's pattern for what strangers send, with an end to its backtracking; or what is wrong with it. */
export function parseMatcher(text: string): SafeMatcher | { readonly fault: string } {
  const pattern = compilePattern(text)
  if ('fault' in pattern) return pattern
  const matchingTime = new MatchingTime(() => performance.now())
  return (subject) => {
    sandbox['pattern'] = pattern
    sandbox['subject'] = subject.slice(0, longestSubject)
    const timeout = matchingTime.milliseconds
    try {
      const found: unknown = script.runInContext(sandbox, { timeout })
      return Array.isArray(found) ? found.slice(1).map((group) => String(group ?? '')) : undefined
    } catch (error) {
      if (!isTimeout(error)) throw error
      matchingTime.waitedInVain(timeout)
      return 'too-slow'
    }
  }
}

/** The same where only the answer counts. */
export function parsePattern(text: string): SafePattern | { readonly fault: string } {
  const matcher = parseMatcher(text)
  if ('fault' in matcher) return matcher
  return (subject) => {
    const found = matcher(subject)
    return found === 'too-slow' ? found : found !== undefined
  }
}

/** Not by its class: the error may come from the realm of the script. */
export function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
