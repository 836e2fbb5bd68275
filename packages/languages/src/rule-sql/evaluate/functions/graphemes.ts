import type { EvaluationBudget } from '../budget.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The steps for each character, which becomes a text of its own and is later joined again. */
const [stepsForCharacter, stepsToSegment] = [4, 20]

/** Returns true for ASCII without carriage returns, since a carriage return and a line feed form one character. */
export const isPlain = (text: string) => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f || code === 0x0d) return false
  }
  return true
}

/** The number of units that are segmented at once, because the segmenter scans its whole input for each segment. */
const usualWindow = 256

/** Splits a text into the characters that a reader perceives. */
export function graphemes(text: string, budget: EvaluationBudget): string[] {
  budget.spend(text.length * stepsForCharacter)
  if (isPlain(text)) return text.split('')
  const found: string[] = []
  let window = usualWindow
  for (let from = 0; from < text.length; ) {
    const piece = text.slice(from, from + window)
    budget.spend(piece.length * stepsToSegment)
    const segments = Array.from(segmenter.segment(piece), ({ segment }) => segment)
    const isLast = from + piece.length === text.length
    // The last segment may continue after the window; if it is the only segment, the window is too small.
    if (!isLast && segments.length === 1) {
      window *= 2
      continue
    }
    const whole = isLast ? segments : segments.slice(0, -1)
    for (const segment of whole) {
      found.push(segment)
      from += segment.length
    }
    window = usualWindow
  }
  return found
}

/** Counts the characters that a reader perceives. */
export function countGraphemes(text: string, budget: EvaluationBudget): number {
  budget.read(text.length)
  return isPlain(text) ? text.length : graphemes(text, budget).length
}
