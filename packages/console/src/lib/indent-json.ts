import { isJson, stringFromUnits } from './payload.ts'

/**
 * The maximum number of characters of an indented document, or sixteen times the length of its text if that is more.
 */
const MOST_INDENTED = 1_000_000

/**
 * Indents JSON; undefined if the text is not JSON, or nested so deeply that the white space would be many times the
 * text. Numbers keep every digit: only the white space changes. The output is written code unit by code unit: joining
 * strings takes five times as long for a megabyte. After `enough` characters no more is written, for callers that
 * show only the beginning.
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

/** Returns the position of the quotation mark that ends the string which begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1
  return at
}
