import { HoconError, HoconReader } from './hocon-reader.ts'

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

export type HoconObject = Readonly<Record<string, unknown>>

export type ParsedHocon =
  | {
      readonly value: HoconObject
      /** The line, counted from 1, on which the value of a dotted path was last set. */
      readonly lines: ReadonlyMap<string, number>
    }
  | { readonly error: { readonly line: number; readonly reason: string } }

type Node = string | number | boolean | null | Node[] | Branch
type Branch = Map<string, Node>

/** The maximum nesting depth: deeper than any configuration, and small enough for the stack. */
const deepest = 100
/** The maximum length, in characters. Parsing a longer text would block the thread for a second. */
export const longestHocon = 8 * 1024 * 1024
/** The maximum number of objects, lists and single values in a text. */
const mostValues = 500_000
/** Line numbers are only for display, so longer paths and further lines are not recorded. */
const mostLines = 50_000
const longestPath = 300

/**
 * Parses the HOCON of the broker's configuration: comments, optional braces and commas, dotted keys, texts with and
 * without quotes, merged objects, and lists extended with `+=`. `include` and `${substitutions}` are rejected.
 */
export function parseHocon(text: string): ParsedHocon {
  const reader = new HoconReader(text)
  const lines = new Map<string, number>()
  if (text.length > longestHocon) return { error: { line: 1, reason: 'too long' } }
  try {
    const root: Branch = new Map()
    reader.skip()
    const isBraced = reader.takeIf('{')
    readFields(reader, root, isBraced ? '}' : '', { depth: 0, path: '', lines, counted: { values: 0 } })
    reader.skip(',')
    if (reader.next !== '') reader.fail()
    return { value: plainObject(root), lines }
  } catch (error) {
    if (!(error instanceof HoconError)) throw error
    return { error: { line: error.line, reason: error.message } }
  }
}

/** The position of a value, and the data shared by the whole text. */
interface ParsePosition {
  readonly depth: number
  /** The dotted path; undefined within a list, or if the path is too long to record. */
  readonly path: string | undefined
  readonly lines: Map<string, number>
  readonly counted: { values: number }
}

function placeWithin(at: ParsePosition, keys: readonly string[]): ParsePosition {
  const own = keys.join('.')
  const path =
    at.path === undefined || at.path.length + own.length > longestPath
      ? undefined
      : at.path === ''
        ? own
        : `${at.path}.${own}`
  return { ...at, depth: at.depth + keys.length, path }
}

function readFields(reader: HoconReader, into: Branch, end: string, at: ParsePosition): void {
  const { lines } = at
  if (at.depth > deepest) throw new HoconError(reader.line, 'too deep')
  for (;;) {
    reader.skip(',')
    if (reader.next === end) {
      reader.take()
      return
    }
    if (reader.next === '') reader.fail()
    const line = reader.line
    const path = readPath(reader)
    const target = branchAt(into, path.slice(0, -1))
    const key = path.at(-1) ?? ''
    const place = placeWithin(at, path)
    if (place.path !== undefined && (lines.size < mostLines || lines.has(place.path)))
      lines.set(place.path, line)
    reader.skip()
    if (reader.takeIf('+=')) target.set(key, addNode(target.get(key), readValue(reader, place)))
    else if (reader.next === '{' || reader.takeIf('=') || reader.takeIf(':')) {
      target.set(key, mergeNodes(target.get(key), readValue(reader, place)))
    } else reader.fail()
  }
}

function readPath(reader: HoconReader): readonly string[] {
  const path: string[] = []
  do {
    const isQuoted = reader.next === '"'
    const part = isQuoted ? readQuoted(reader) : reader.takeUnquoted(true)
    if (part === '' && !isQuoted) reader.fail()
    if (part === 'include' && path.length === 0 && /\s/.test(reader.next)) {
      throw new HoconError(reader.line, 'include is not supported here')
    }
    path.push(part)
    if (path.length > deepest) throw new HoconError(reader.line, 'too deep')
  } while (reader.takeIf('.'))
  return path
}

function readValue(reader: HoconReader, at: ParsePosition): Node {
  at.counted.values += 1
  if (at.counted.values > mostValues) throw new HoconError(reader.line, 'too many values')
  reader.skip()
  if (reader.takeIf('{')) {
    const branch: Branch = new Map()
    readFields(reader, branch, '}', at)
    return branch
  }
  if (reader.takeIf('[')) return readList(reader, at)
  return readScalar(reader)
}

function readList(reader: HoconReader, at: ParsePosition): Node {
  if (at.depth > deepest) throw new HoconError(reader.line, 'too deep')
  const within: ParsePosition = { ...at, depth: at.depth + 1, path: undefined }
  const items: Node[] = []
  for (;;) {
    reader.skip(',')
    if (reader.takeIf(']')) return items
    if (reader.next === '') reader.fail()
    items.push(readValue(reader, within))
  }
}

/** Reads a scalar. Adjacent texts form one text, with the spaces between them. */
function readScalar(reader: HoconReader): Node {
  let text = ''
  let isBare = true
  for (;;) {
    const spaces = reader.takeSpaces()
    if (reader.next === '"') {
      isBare = false
      text += (text === '' ? '' : spaces) + readQuoted(reader)
      continue
    }
    if (reader.next === '$') throw new HoconError(reader.line, 'substitutions are not supported here')
    const part = reader.takeUnquoted(false)
    if (part === '') break
    text += spaces + part
  }
  if (!isBare) return text
  const bare = text.trim()
  if (bare === '') reader.fail()
  return wordValue(bare)
}

function wordValue(word: string): Node {
  if (word === 'true' || word === 'on') return true
  if (word === 'false' || word === 'off') return false
  if (word === 'null') return null
  return isNumber(word) ? Number(word) : word
}

/**
 * Returns whether a word is a number. A word that JavaScript cannot represent exactly stays text, so that its value
 * does not change.
 */
function isNumber(word: string): boolean {
  if (/^-?\d+$/.test(word)) return Number.isSafeInteger(Number(word))
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(word) && Number.isFinite(Number(word))
}

function branchAt(from: Branch, path: readonly string[]): Branch {
  let branch = from
  for (const key of path) {
    const next = branch.get(key)
    const inner = next instanceof Map ? next : new Map<string, Node>()
    branch.set(key, inner)
    branch = inner
  }
  return branch
}

/** Merges two objects of the same key. */
function mergeNodes(before: Node | undefined, value: Node): Node {
  if (!(before instanceof Map && value instanceof Map)) return value
  for (const [key, one] of value) before.set(key, mergeNodes(before.get(key), one))
  return before
}

/** Appends to the list in place: copying it for each item would take quadratic time. */
function addNode(before: Node | undefined, value: Node): Node {
  if (!Array.isArray(before)) return [value]
  before.push(value)
  return before
}

function plain(node: Node): unknown {
  if (Array.isArray(node)) return node.map(plain)
  return node instanceof Map ? plainObject(node) : node
}

const plainObject = (branch: Branch): HoconObject =>
  Object.fromEntries([...branch].map(([key, node]) => [key, plain(node)]))

/** Reads a text in single or triple quotes; the reader stands before the opening quote. */
function readQuoted(reader: HoconReader): string {
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

/**
 * Reads a text in triple quotes literally, without escapes. The last three quotes end it, so the first of four is
 * text.
 */
function readTriple(reader: HoconReader, line: number): string {
  let text = ''
  while (!reader.takeIf('"""')) {
    if (reader.next === '') throw new HoconError(line, 'the text is not closed')
    text += reader.take()
  }
  while (reader.next === '"') text += reader.take()
  return unwrapText(text)
}

/**
 * Removes the frame of a text of several lines. The broker writes it as `"""~`, lines with the indentation of their
 * surroundings, and `~"""`; the tildes and the indentation are not part of the text.
 */
function unwrapText(text: string): string {
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
