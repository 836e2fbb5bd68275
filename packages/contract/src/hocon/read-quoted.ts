import { HoconError, type HoconReader } from './hocon-reader.ts'

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** A text in quotes, single or triple; the reader stands before it. */
export function readQuoted(reader: HoconReader): string {
  const line = reader.line
  if (reader.takeIf('"""')) return readTriple(reader, line)
  reader.take()
  let text = ''
  for (;;) {
    if (reader.next === '' || reader.next === '\n') throw new HoconError(line, 'the text is not closed')
    const character = reader.take()
    if (character === '"') return text
    text += character === '\\' ? readEscape(reader) : character
  }
}

function readEscape(reader: HoconReader): string {
  const letter = reader.take()
  if (letter === 'u') {
    const digits = reader.take(4)
    if (!/^[0-9a-f]{4}$/i.test(digits))
      throw new HoconError(reader.line, 'four hexadecimal digits follow \\u')
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
  const character = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined
  return character ?? reader.fail()
}

/** To the letter, without escapes. Ends with the last three of its quotes: four of them are one and the end. */
function readTriple(reader: HoconReader, line: number): string {
  let text = ''
  while (!reader.takeIf('"""')) {
    if (reader.next === '') throw new HoconError(line, 'the text is not closed')
    text += reader.take()
  }
  while (reader.next === '"') text += reader.take()
  return unwrapped(text)
}

/**
 * The broker writes texts of several lines as `"""~`, the lines indented as their surroundings are, `~"""`: the tildes
 * and the indentation are not part of the text.
 */
function unwrapped(text: string): string {
  const start = /^~\r?\n/.exec(text)?.[0]
  if (start === undefined) return /^~.*~$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text
  const isTilde = text.endsWith('~')
  const lines = text.slice(start.length, isTilde ? -1 : undefined).split('\n')
  const last = lines.pop() ?? ''
  const isClosing = /^ *$/.test(last)
  const full = (isClosing ? lines : [...lines, last]).filter((line) => line.trim() !== '')
  const indent = Math.min(...full.map((line) => line.length - line.trimStart().length))
  const level = Number.isFinite(indent) ? indent : 0
  return [...lines, last].map((line) => withoutIndent(line, level)).join('\n')
}

function withoutIndent(line: string, level: number): string {
  const spaces = /^ */.exec(line)?.[0].length ?? 0
  return line.slice(Math.min(spaces, level))
}
