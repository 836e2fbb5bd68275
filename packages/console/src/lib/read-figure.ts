/** How a text says a number: as nothing else (`21.5`), as a state (`ON`), or among other words (`21 °C`). */
export type FigureKind = 'number' | 'switch' | 'in-text'

export interface Figure {
  readonly kind: FigureKind
  readonly value: number
}

/** States that devices send in place of 1 and 0. */
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

/** Of a longer text only the beginning is looked at. */
const mostRead = 200

const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

/** Dates, times, addresses, versions and identifiers have digits and are no measured value. */
const noValue = /\d[.:/-]\d+[.:/-]\d|\d:\d\d|[\da-f]{8}-[\da-f]{4}-|(?:[\da-f]{2}:){3}|%[\da-f]{2}/i

/**
 * A number by itself: no letter, digit or underscore is right before it, nor a name with a hyphen (`pump-12`), and no digits
 * follow its unit (`0a1b2c`).
 */
const numberInText =
  /(?<![\p{L}\p{N}_.]|[\p{L}\p{N}_][-+])[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+(?![\p{L}\d]))?(?!\.?\d|_|\p{L}+[\d_])/u

/** The first number that a text says; undefined where it says none. */
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
