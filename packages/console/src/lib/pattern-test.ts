import { type PlainPattern, readPlainPattern } from './plain-pattern.ts'

/** More tries than anybody notices are not made: PCRE gives up at some point, and the page would stand still. */
const mostWays = 1_000_000
const mostPatterns = 20_000

const known = new Map<string, PlainPattern | undefined>()

function plainPattern(pattern: string): PlainPattern | undefined {
  if (!known.has(pattern)) {
    if (known.size >= mostPatterns) known.clear()
    known.set(pattern, readPlainPattern(pattern))
  }
  return known.get(pattern)
}

function toldBy(plain: PlainPattern | undefined, subject: string): boolean | undefined {
  if (plain === undefined || /[\r\n]/.test(subject)) return undefined
  if (plain.needsAscii && /\P{ASCII}/u.test(subject)) return undefined
  return plain.ways(subject.length) > mostWays ? undefined : plain.expression.test(subject)
}

/** What a name must begin with whatever follows in the pattern, if it says so. */
function beginning(pattern: string): string {
  const found = pattern.includes('|') ? null : /^\^([\w \-/:@#~=,;]+)([*?{]?)/.exec(pattern)
  const [, text = '', repeated = ''] = found ?? []
  return repeated === '' ? text : text.slice(0, -1)
}

/**
 * Whether an operator's pattern, which the broker reads as PCRE and on bytes, is found in a name; undefined where that
 * cannot be told from here: another language's construct, line ends (`$` and `.` differ there), too many tries.
 */
export function patternTest(pattern: string, subject: string): boolean | undefined {
  return (
    toldBy(plainPattern(pattern), subject) ?? (subject.startsWith(beginning(pattern)) ? undefined : false)
  )
}
