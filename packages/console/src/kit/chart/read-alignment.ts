import type { Alignment, Span, Value } from './align-tracks.ts'

/** Returns the highest figure in view, or zero if no figure is in view. */
export function highestIn({ times, columns }: Alignment, { from, to }: Span): number {
  let highest = 0
  for (let i = 0; i < times.length; i += 1) {
    const time = times[i] ?? 0
    if (time < from || time > to) continue
    for (const column of columns) {
      const value = column[i]
      if (typeof value === 'number' && value > highest) highest = value
    }
  }
  return highest
}

/** Returns the lowest and the highest figure in view, of any sign; undefined if no figure is in view. */
export function extremesIn(
  { times, columns }: Alignment,
  { from, to }: Span,
): { readonly lowest: number; readonly highest: number } | undefined {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [at, time] of times.entries()) {
    if (time < from || time > to) continue
    for (const column of columns) {
      const value = column[at]
      if (typeof value !== 'number') continue
      lowest = Math.min(lowest, value)
      highest = Math.max(highest, value)
    }
  }
  return lowest > highest ? undefined : { lowest, highest }
}

function valueAt(column: readonly Value[], index: number): number | null {
  // The instant belongs to another line: this line holds its last figure until its next one.
  let i = index
  while (i > 0 && column[i] === undefined) i -= 1
  return column[i] ?? null
}

interface Reading {
  readonly time: number | undefined
  readonly values: readonly (number | null)[]
}

/** Returns the value of every line at an instant, by default the last; `null` where nothing was measured. */
export function readingAt({ times, columns, gaps }: Alignment, instant: number | undefined): Reading {
  const index = instant === undefined ? times.length - 1 : nearestIndex(times, instant)
  const time = times[index]
  const isGap = instant !== undefined && gaps.some(({ from, to }) => instant > from && instant < to)
  return {
    time,
    values: columns.map((column) => (time === undefined || isGap ? null : valueAt(column, index))),
  }
}

/** Returns the index of the instant closest to `time` in an ascending list; -1 for an empty list. */
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
