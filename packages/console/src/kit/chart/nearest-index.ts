/** Index of the instant closest to `time` in an ascending list; -1 for an empty one. */
export function nearestIndex(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  const before = times[low - 1]
  const after = times[low]
  if (before !== undefined && after !== undefined && time - before < after - time) return low - 1
  return after === undefined ? -1 : low
}
