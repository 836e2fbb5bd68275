/** How a text contains a number: alone (`21.5`), as a state (`ON`), or among other words (`21 °C`). */
export type FigureKind = 'number' | 'switch' | 'in-text'

export interface Figure {
  readonly kind: FigureKind
  readonly value: number
}

/** The states that devices send instead of 1 and 0. */
const switches: ReadonlyMap<string, number> = new Map([
  ['on', 1],
  ['off', 0],
  ['open', 1],
  ['opened', 1],
  ['closed', 0],
  ['close', 0],
  ['true', 1],
  ['false', 0],
])

/** The maximum number of characters that are searched. */
const mostRead = 200

const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

/** Dates, times, addresses, versions and identifiers contain digits but are not measured values. */
const noValue = /\d[.:/-]\d+[.:/-]\d|\d:\d\d|[\da-f]{8}-[\da-f]{4}-|(?:[\da-f]{2}:){3}|%[\da-f]{2}/i

/**
 * Matches a separate number: without a letter, digit, underscore or hyphenated name (`pump-12`) right before it, and
 * without digits after its unit (`0a1b2c`).
 */
const numberInText =
  /(?<![\p{L}\p{N}_.]|[\p{L}\p{N}_][-+])[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+(?![\p{L}\d]))?(?!\.?\d|_|\p{L}+[\d_])/u

/** Returns the first number in a text; undefined if there is no number. */
export function readFigure(text: string): Figure | undefined {
  const read = text.slice(0, mostRead).trim()
  if (number.test(read) && text.trim() === read) return finite('number', read)
  const state = switches.get(read.toLowerCase())
  if (state !== undefined) return { kind: 'switch', value: state }
  if (noValue.test(read)) return undefined
  const [found] = numberInText.exec(read) ?? []
  return found === undefined ? undefined : finite('in-text', found)
}

function finite(kind: FigureKind, text: string): Figure | undefined {
  const value = Number(text)
  return Number.isFinite(value) ? { kind, value } : undefined
}
