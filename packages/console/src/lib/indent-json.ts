import { isJson, stringFromUnits } from './payload.ts'

/** Characters of an indented document at most, or sixteen times those of its text where that is more. */
const MOST_INDENTED = 1_000_000

/**
 * Indented; undefined when it is not JSON, or nested so deeply that the white space would be many times the text.
 * Numbers keep every digit: only the white space is changed. It is written unit by unit: put together from pieces, a
 * megabyte takes five times as long. `enough`: characters after which no more is written, for who shows the beginning.
 */
export function indentJson(text: string, enough = Infinity): string | undefined {
  if (!isJson(text)) return undefined
  const most = Math.max(MOST_INDENTED, 16 * text.length)
  let units = new Uint16Array(2 * text.length + 64)
  let length = 0
  let depth = 0
  const put = (code: number) => {
    if (length === units.length) {
      const larger = new Uint16Array(2 * length)
      larger.set(units)
      units = larger
    }
    units[length] = code
    length += 1
  }
  const startLine = () => {
    put(NEW_LINE)
    for (let space = 0; space < 2 * depth; space += 1) put(SPACE)
  }
  for (let at = 0; at < text.length && length <= enough; at += 1) {
    if (length > most) return undefined
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      for (; at < end; at += 1) put(text.charCodeAt(at))
      put(QUOTE)
    } else if (code === COMMA || code === COLON) {
      put(code)
      if (code === COMMA) startLine()
      else put(SPACE)
    } else if (isEither('[{', code)) {
      put(code)
      while (text.charCodeAt(at + 1) <= SPACE) at += 1
      if (isEither(']}', text.charCodeAt(at + 1))) {
        at += 1
        put(text.charCodeAt(at))
      } else {
        depth += 1
        startLine()
      }
    } else if (isEither(']}', code)) {
      depth -= 1
      startLine()
      put(code)
    } else if (code > SPACE) put(code)
  }
  return stringFromUnits(units.subarray(0, length))
}

const [NEW_LINE, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [0x0a, 0x20, 0x22, 0x2c, 0x3a, 0x5c]

const isEither = (two: string, code: number): boolean =>
  code === two.charCodeAt(0) || code === two.charCodeAt(1)

/** The place of the quotation mark that ends the string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1
  return at
}
