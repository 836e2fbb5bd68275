/** Returns, for each position, the length of the longest prefix that ends there: Knuth, Morris and Pratt. */
function repeatsIn(wanted: readonly string[]): readonly number[] {
  const repeats = [0]
  let length = 0
  for (let at = 1; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = repeats[length - 1] ?? 0
    if (wanted[at] === wanted[length]) length += 1
    repeats.push(length)
  }
  return repeats
}

/**
 * Finds the positions of a sequence in another, without overlaps: all positions, or only the first or the last. Each
 * item is visited about twice, however similar both sequences are.
 */
export function findParts(
  parts: readonly string[],
  wanted: readonly string[],
  where: 'all' | 'leading' | 'trailing',
): readonly number[] {
  if (wanted.length === 0) return [where === 'trailing' ? parts.length : 0]
  if (where === 'trailing') {
    const [at] = findParts(parts.toReversed(), wanted.toReversed(), 'leading')
    return at === undefined ? [] : [parts.length - at - wanted.length]
  }
  const repeats = repeatsIn(wanted)
  const found: number[] = []
  let length = 0
  for (let at = 0; at < parts.length; at++) {
    while (length > 0 && parts[at] !== wanted[length]) length = repeats[length - 1] ?? 0
    if (parts[at] === wanted[length]) length += 1
    if (length < wanted.length) continue
    found.push(at + 1 - length)
    if (where === 'leading') break
    length = 0
  }
  return found
}
