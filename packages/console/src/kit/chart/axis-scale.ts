const mantissas = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10] as const

/** Returns the top of an axis that starts at zero and has three ticks: a round number whose half is round too. */
export function axisTop(highest: number, isWhole: boolean): number {
  const least = isWhole ? 2 : 0.02
  if (!(highest > 0)) return isWhole ? 2 : 1
  const wanted = Math.max(highest, least)
  const decade = 10 ** Math.floor(Math.log10(wanted))
  for (const mantissa of mantissas) {
    const top = Number((mantissa * decade).toPrecision(2))
    if (top >= wanted && (!isWhole || (Number.isInteger(top) && top % 2 === 0))) return top
  }
  return decade * 10
}

export interface Axis {
  readonly bottom: number
  readonly top: number
}

/** Steps whose halves are round too, because an axis may begin at a half. */
const steps = [1, 2, 3, 4, 5, 6, 8, 10] as const

/** The least relative difference that counts as a movement: labels could not show a smaller one. */
const LEAST_MOVE = 1e-9
/** The threshold below which an axis treats a figure as zero. */
const LEAST_FIGURE = 1e-12

/** Returns an axis around figures of any sign, with three round ticks, so that small movements stay visible. */
export function axisAround(lowest: number, highest: number): Axis {
  const size = Math.max(Math.abs(lowest), Math.abs(highest))
  const isStill = highest - lowest <= Math.max(size * LEAST_MOVE, LEAST_FIGURE)
  // A figure that does not move lies in the middle.
  const margin = isStill ? (size > LEAST_FIGURE ? size * 0.1 : 0.5) : 0
  const [from, to] = [lowest - margin, highest + margin]
  const decade = 10 ** Math.floor(Math.log10((to - from) / 2))
  for (const mantissa of [...steps, 20, 50]) {
    const step = Number((mantissa * decade).toPrecision(3))
    const round = Number(((Math.floor((from * 2) / step) * step) / 2).toPrecision(12))
    const top = Number((round + 2 * step).toPrecision(12))
    if (top >= to) return { bottom: Math.min(round, from), top }
  }
  return { bottom: from - (to - from), top: to + (to - from) }
}

/** Returns the tick labels, without unit letters, of an axis that starts below zero or far above it. */
export function labelsAround({ bottom, top }: Axis): readonly [string, string, string] {
  const half = (top - bottom) / 2
  const decimals = Math.min(Math.max(countDecimals(half), countDecimals(bottom)), 6)
  const label = (value: number) => (Math.abs(value) < 1e6 ? value.toFixed(decimals) : value.toPrecision(6))
  return [label(bottom), label(bottom + half), label(top)]
}

const letters = [
  { size: 1e9, letter: 'G' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'k' },
] as const

/** Returns the tick labels of an axis, which share their unit and decimals: `0`, `2.5k`, `5.0k`. */
export function axisLabels(top: number): readonly [string, string, string] {
  const { size, letter } = letters.find((unit) => top >= unit.size) ?? { size: 1, letter: '' }
  const halves = top / size / 2
  const decimals = Number.isInteger(halves) && top / size >= 10 ? 0 : countDecimals(halves)
  const label = (value: number) => (value === 0 ? '0' : `${(value / size).toFixed(decimals)}${letter}`)
  return [label(0), label(top / 2), label(top)]
}

function countDecimals(value: number): number {
  const [, fraction = ''] = String(Number(value.toPrecision(3))).split('.')
  return fraction.length
}
