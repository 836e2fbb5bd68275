import type { EvaluationBudget } from '../budget.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Of each character: it becomes a text of its own, and those become one again. */
const [stepsForCharacter, stepsToSegment] = [4, 20]

/** All of ASCII but the carriage return, which is one with a line feed behind it. */
export const isPlain = (text: string) => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f || code === 0x0d) return false
  }
  return true
}

/** Units that are taken apart at once: the segmenter goes through all of what it is given for each segment of it. */
const usualWindow = 256

/** What a reader counts as characters. */
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
    // The last segment may go on behind the window, and a window of one is too small for it.
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

/** How many there are of them. */
export function countGraphemes(text: string, budget: EvaluationBudget): number {
  budget.read(text.length)
  return isPlain(text) ? text.length : graphemes(text, budget).length
}
