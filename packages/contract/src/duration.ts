const units = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  f: 1_209_600_000,
} as const

function isUnit(letters: string): letters is keyof typeof units {
  return Object.hasOwn(units, letters)
}

const part = String.raw`\d+(?:\.\d+)?(?:ms|[smhdwf])`
const whole = new RegExp(`^(?:${part})+$`, 'i')
const parts = /(\d+(?:\.\d+)?)(ms|[smhdwf])/gi

/** Milliseconds of `1h30m`, `15s`, `0.5h`; a bare number is milliseconds. Undefined for anything else. */
export function parseDuration(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  const text = value.trim()
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!whole.test(text)) return undefined
  let total = 0
  for (const [, count, unit] of text.matchAll(parts)) {
    const letters = unit?.toLowerCase() ?? ''
    total += Number(count) * (isUnit(letters) ? units[letters] : 0)
  }
  return Math.round(total)
}
