const mantissas = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10] as const

/** The highest figure of an axis from zero with three ticks: round, and so is its half. */
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

const letters = [
  { size: 1e9, letter: 'G' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'k' },
] as const

/** Ticks of one axis share unit and decimals: `0`, `2.5k`, `5.0k`. */
export function axisLabels(top: number): readonly [string, string, string] {
  const { size, letter } = letters.find((unit) => top >= unit.size) ?? { size: 1, letter: '' }
  const halves = top / size / 2
  const decimals = Number.isInteger(halves) && top / size >= 10 ? 0 : decimalsOf(halves)
  const label = (value: number) => (value === 0 ? '0' : `${(value / size).toFixed(decimals)}${letter}`)
  return [label(0), label(top / 2), label(top)]
}

function decimalsOf(value: number): number {
  const [, fraction = ''] = String(Number(value.toPrecision(3))).split('.')
  return fraction.length
}
