/** Powers of 1024, as the broker counts them, decimal units included. */
const units = { '': 1, B: 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4, P: 1024 ** 5 } as const

function isUnit(letter: string): letter is keyof typeof units {
  return Object.hasOwn(units, letter)
}

/** Bytes of `15.62G` (nodes), `1MB` (configuration), `40B` or `123`; undefined for anything else. */
export function parseByteSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([KMGTP]?)(?:B|iB)?$/i.exec(text.trim())
  const unit = match?.[2]?.toUpperCase()
  if (match === null || unit === undefined || !isUnit(unit)) return undefined
  return Math.round(Number(match[1]) * units[unit])
}
