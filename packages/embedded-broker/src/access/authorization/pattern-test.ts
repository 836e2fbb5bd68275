import type { PatternTest } from '@brokerdeck/contract/access/rules/match-rule.ts'
import { parsePattern, type SafePattern } from '../../expressions/safe-pattern.ts'

const mostPatterns = 1000
/** Names are long. */
const mostSlow = 100

/**
 * Patterns of rules, each read once. One that takes too long does not match, and is not tried again on the same
 * subject: the broker stands still meanwhile.
 */
export function patternTest(): PatternTest {
  const known = new Map<string, SafePattern | undefined>()
  const slow = new Map<string, Set<string>>()
  return (pattern, subject) => {
    if (!known.has(pattern)) {
      if (known.size >= mostPatterns) known.clear()
      const parsed = parsePattern(pattern)
      known.set(pattern, typeof parsed === 'function' ? parsed : undefined)
    }
    if (slow.get(pattern)?.has(subject) === true) return false
    const found = known.get(pattern)?.(subject)
    if (found === 'too-slow') remember(slow, pattern, subject)
    return found === true
  }
}

function remember(slow: Map<string, Set<string>>, pattern: string, subject: string): void {
  if (slow.size >= mostSlow) slow.clear()
  const subjects = slow.get(pattern) ?? new Set()
  if (subjects.size >= mostSlow) subjects.clear()
  slow.set(pattern, subjects.add(subject))
}
