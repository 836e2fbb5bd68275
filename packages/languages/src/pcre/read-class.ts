import {
  type ByteSet,
  byteSet,
  bytesBetween,
  bytesBut,
  bytesOfAny,
  inAnyCase,
  noBytes,
  posixNamed,
} from './byte-sets.ts'
import type { PatternSource } from './pattern-source.ts'
import { readEscape } from './read-escape.ts'

const posixName = /\[([:.=])((?:\\[\]\\]|(?!\[\1)[^\]])*?)\1\]/y

/** Matches a POSIX class such as `[:alpha:]` at the current position. */
export function startsPosix(source: PatternSource): RegExpExecArray | null {
  posixName.lastIndex = source.at
  return posixName.exec(source.text)
}

const badRange = 'invalid range in character class'

/** Reads a class after its opening bracket. */
export function readClass(source: PatternSource): ByteSet {
  const isNegative = source.match(/(?:\\E|\\Q\\E)*(\^?)(?:\\E|\\Q\\E)*/y)?.[1] === '^'
  const parts: ByteSet[] = [noBytes]
  for (let isFirst = true; isFirst || source.isQuoted || source.peek() !== ']'; isFirst = false) {
    if (source.isOver) throw source.fault('missing terminating ] for character class')
    const named = source.isQuoted ? undefined : readPosix(source)
    const item = named ?? readItem(source)
    if (item === undefined) continue
    if (typeof item !== 'number') {
      parts.push(item)
      continue
    }
    const to = readRangeEnd(source, item)
    const set = to === undefined ? byteSet(item) : bytesBetween(item, to)
    parts.push(source.flags.i ? inAnyCase(set) : set)
  }
  source.at += 1
  const set = bytesOfAny(parts)
  return isNegative ? bytesBut(set) : set
}

function takeCode(source: PatternSource): number {
  const code = source.peek().charCodeAt(0)
  source.at += 1
  return code
}

function readPosix(source: PatternSource): ByteSet | undefined {
  const found = startsPosix(source)
  if (found === null) return undefined
  const [whole, sign, written = ''] = found
  if (sign !== ':') throw source.fault('POSIX collating elements are not supported')
  const isNegative = written.startsWith('^')
  const name = isNegative ? written.slice(1) : written
  const set = posixNamed(name)
  if (set === undefined) throw source.fault('unknown POSIX class name', source.at + (isNegative ? 3 : 2))
  source.at += whole.length
  // Without regard to case, the classes of upper and lower case both mean all letters.
  const meant = source.flags.i && /^(?:upper|lower)$/.test(name) ? (posixNamed('alpha') ?? set) : set
  return isNegative ? bytesBut(meant) : meant
}

/** Reads a byte or a set; undefined for items that match nothing: `\E`, `\Q\E`. */
function readItem(source: PatternSource): number | ByteSet | undefined {
  if (source.take('\\E')) {
    source.isQuoted = false
    return undefined
  }
  if (source.isQuoted) return takeCode(source)
  if (source.take('\\Q')) {
    source.isQuoted = true
    return undefined
  }
  if (!source.take('\\')) return takeCode(source)
  const escaped = readEscape(source, true)
  if (escaped.kind === 'code') return escaped.code
  if (escaped.kind === 'set') return escaped.set
  if (escaped.kind !== 'letter') throw source.fault(badRange)
  if (escaped.letter === 'b') return 8
  if (escaped.letter === 'N') throw source.fault('\\N is not supported in a class', source.at - 1)
  return escaped.letter.charCodeAt(0)
}

/** Reads the end of a range after a hyphen, unless the hyphen stands for itself. */
function readRangeEnd(source: PatternSource, from: number): number | undefined {
  while (source.take('\\E')) source.isQuoted = false
  if (source.isQuoted) return undefined
  if (source.peek() !== '-' || source.peek(1) === ']' || source.peek(1) === '') return undefined
  source.at += 1
  if (startsPosix(source) !== null) throw source.fault(badRange)
  const start = source.at
  if (!source.take('\\')) {
    const to = takeCode(source)
    if (to < from) throw source.fault('range out of order in character class', start)
    return to
  }
  const escaped = readEscape(source, true)
  const to =
    escaped.kind === 'code'
      ? escaped.code
      : escaped.kind === 'letter' && escaped.letter === 'b'
        ? 8
        : undefined
  if (to === undefined) throw source.fault(badRange, source.at - 1)
  if (to < from) throw source.fault('range out of order in character class', source.at - 1)
  return to
}
