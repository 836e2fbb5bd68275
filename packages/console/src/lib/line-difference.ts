export interface DifferentLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** The maximum number of comparisons in the middle part; beyond it, all lines count as removed and added. */
const MOST_COMPARISONS = 4_000_000

/** Returns the lines removed and added between two texts, with as many unchanged lines as possible. */
export function lineDifference(
  before: readonly string[],
  after: readonly string[],
): readonly DifferentLine[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return [
    ...lines('same', before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...lines('same', before.slice(before.length - end)),
  ]
}

function lines(kind: DifferentLine['kind'], texts: readonly string[]): readonly DifferentLine[] {
  return texts.map((text) => ({ kind, text }))
}

function middle(before: readonly string[], after: readonly string[]): readonly DifferentLine[] {
  if (before.length * after.length > MOST_COMPARISONS)
    return [...lines('removed', before), ...lines('added', after)]
  const width = after.length + 1
  const common = commonLengths(before, after)
  const at = (left: number, right: number) => common[left * width + right] ?? 0
  const found: DifferentLine[] = []
  let [left, right] = [0, 0]
  while (left < before.length || right < after.length) {
    const [was, is] = [before[left], after[right]]
    if (was !== undefined && was === is) {
      found.push({ kind: 'same', text: was })
      left += 1
      right += 1
    } else if (was !== undefined && (is === undefined || at(left + 1, right) >= at(left, right + 1))) {
      found.push({ kind: 'removed', text: was })
      left += 1
    } else {
      found.push({ kind: 'added', text: is ?? '' })
      right += 1
    }
  }
  return found
}

/** Computes how many lines two rests have in common, for every pair of positions. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  for (let left = before.length - 1; left >= 0; left -= 1)
    for (let right = after.length - 1; right >= 0; right -= 1) {
      const here = left * width + right
      common[here] =
        before[left] === after[right]
          ? 1 + (common[here + width + 1] ?? 0)
          : Math.max(common[here + width] ?? 0, common[here + 1] ?? 0)
    }
  return common
}
