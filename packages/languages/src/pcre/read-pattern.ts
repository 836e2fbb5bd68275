import { allBytes, type ByteSet, byteSet, inAnyCase, notLineFeed } from './byte-sets.ts'
import { fixedPieces } from './fixed-pieces.ts'
import { createUnsupportedFault, PatternError } from './pattern-fault.ts'
import { PatternNames } from './pattern-names.ts'
import { type Edge, nothing, type Pattern, type PatternNode, toSequence } from './pattern-node.ts'
import { PatternSource } from './pattern-source.ts'
import { readClass, startsPosix } from './read-class.ts'
import { readEscape } from './read-escape.ts'
import { type GroupReader, readGroup } from './read-group.ts'

/** The maximum length of a pattern: patterns of operators are short, although PCRE accepts 64 kB. */
const longest = 4096
/** The maximum nesting depth, the same as in PCRE. */
const deepest = 250
const mostRepeats = 65_535

/** Parses a pattern as PCRE 8.44 does for Erlang, from a text with one character for each byte. */
export function readPattern(text: string): Pattern {
  if (text.length > longest) throw new PatternError('regular expression is too large', longest)
  return new PatternReader(text).pattern()
}

/** The result of one step within a sequence. */
interface Piece {
  /** A node that precedes the piece and is not repeated. */
  readonly before?: PatternNode
  readonly node: PatternNode
  readonly isRepeatable: boolean
}

class PatternReader implements GroupReader {
  readonly source: PatternSource
  readonly names: PatternNames
  #depth = 0

  constructor(text: string) {
    this.source = new PatternSource(text)
    this.names = new PatternNames(this.source)
  }

  pattern(): Pattern {
    const { source, names } = this
    this.#readStart()
    const root = this.readBranches()
    if (!source.isOver) throw source.fault('unmatched parentheses')
    names.checkAll()
    names.defineBody(0, root)
    return { root, groups: source.groups, bodies: names.bodies }
  }

  /** Reads settings such as `(*UCP)`; they do not change the meaning of ASCII bytes. */
  #readStart(): void {
    for (;;) {
      const found = this.source.match(
        /\(\*(?:(UTF8?|UCP)|NO_AUTO_POSSESS|NO_START_OPT|LF|CR|CRLF|ANYCRLF|ANY|BSR_ANYCRLF|BSR_UNICODE|LIMIT_(?:MATCH|RECURSION)=\d+)\)/y,
      )
      if (found === null) return
      const isPlain = /UCP|NO_|\(\*LF|BSR_UNI|LIMIT/.test(found[0])
      if (isPlain || (found[1] !== undefined && this.#isAscii())) continue
      throw createUnsupportedFault(found[0], this.source.at - 1)
    }
  }

  /** Returns whether characters and bytes are the same for the pattern. */
  #isAscii(): boolean {
    return !/[^\0-\x7f.^]|\.|\[\^|\\[DWSHVNCXxopP]/.test(this.source.text.slice(this.source.at))
  }

  readBranches(): PatternNode {
    const options = this.readOptions()
    const [only = nothing] = options
    return options.length === 1 ? only : { kind: 'choice', options }
  }

  readOptions(onBranch: () => void = () => undefined): readonly PatternNode[] {
    const { source } = this
    this.#depth += 1
    if (this.#depth > deepest + 1) throw source.fault('parentheses are too deeply nested')
    const { flags } = source
    const options: PatternNode[] = []
    do {
      onBranch()
      options.push(this.#sequence())
      this.names.endBranch(options)
    } while (source.take('|'))
    source.flags = flags
    this.#depth -= 1
    return options
  }

  #sequence(): PatternNode {
    const { source } = this
    const items: PatternNode[] = []
    let isRepeatable = false
    while (!source.isOver) {
      if (source.isQuoted) {
        if (source.take('\\E')) source.isQuoted = false
        else {
          items.push(this.#character())
          isRepeatable = true
        }
        continue
      }
      if (/[|)]/.test(source.peek())) break
      if (this.#skip()) continue
      const counts = this.#counts()
      if (counts !== undefined) {
        const item = items.pop()
        if (!isRepeatable || item === undefined) throw source.fault('nothing to repeat', counts.at)
        items.push(this.#readRepeated(item, counts))
        isRepeatable = false
        continue
      }
      const piece = this.#piece()
      if (piece.before !== undefined) items.push(piece.before)
      items.push(piece.node)
      isRepeatable = piece.isRepeatable
    }
    return toSequence(items)
  }

  /** Skips text that matches nothing; a quantifier after it applies to the item before it. */
  #skip(): boolean {
    const { source } = this
    if (source.flags.x && source.match(/[ \t\n\v\f\r]+|#[^\n]*\n?/y) !== null) return true
    if (source.take('\\E')) return true
    if (source.take('\\Q')) {
      source.isQuoted = true
      return true
    }
    if (!source.take('(?#')) return false
    if (source.match(/[^)]*\)/y) === null) throw source.fault('missing ) after comment', source.text.length)
    return true
  }

  #counts() {
    const { source } = this
    const found = source.match(/[*+?]|\{(\d+)(,?)(\d*)\}/y)
    if (found === null) return undefined
    const [mark, low, comma, high] = found
    const at = source.at - 1
    if (low === undefined) {
      return { least: mark === '+' ? 1 : 0, most: mark === '?' ? 1 : Number.POSITIVE_INFINITY, at }
    }
    const start = source.at - mark.length + 1
    const least = this.#count(low, start)
    const upper = high === undefined || high === '' ? undefined : this.#count(high, start + low.length + 1)
    if (upper !== undefined && upper < least) throw source.fault('numbers out of order in {} quantifier', at)
    return { least, most: upper ?? (comma === '' ? least : Number.POSITIVE_INFINITY), at }
  }

  #count(digits: string, start: number): number {
    let count = 0
    for (const [at, digit] of [...digits].entries()) {
      count = count * 10 + Number(digit)
      if (count > mostRepeats) throw this.source.fault('number too big in {} quantifier', start + at + 1)
    }
    return count
  }

  #readRepeated(
    item: PatternNode,
    { least, most }: { readonly least: number; readonly most: number },
  ): PatternNode {
    const { source } = this
    // A comment may separate a quantifier from the sign of its manner.
    source.match(/(?:\(\?#[^)]*\))+(?=[+?])/y)
    const isPossessive = source.take('+')
    const manner = !isPossessive && source.take('?') !== source.flags.U ? 'lazy' : 'greedy'
    // An assertion has the same result however often it is checked.
    const bound = item.kind === 'look' ? 1 : Number.POSITIVE_INFINITY
    const repeat = {
      kind: 'repeat',
      item,
      least: Math.min(least, bound),
      most: Math.min(most, bound),
      manner,
    } as const
    return isPossessive ? { kind: 'atomic', item: repeat } : repeat
  }

  #set(set: ByteSet): PatternNode {
    return { kind: 'bytes', sets: [set] }
  }

  #code(code: number): PatternNode {
    const set = byteSet(code)
    return this.#set(this.source.flags.i ? inAnyCase(set) : set)
  }

  #character(): PatternNode {
    const code = this.source.peek().charCodeAt(0)
    this.source.at += 1
    return this.#code(code)
  }

  #piece(): Piece {
    const { source } = this
    const { flags } = source
    switch (source.peek()) {
      case '.':
        source.at += 1
        return repeatable(this.#set(flags.s ? allBytes : notLineFeed))
      case '^':
        source.at += 1
        return edge(flags.m ? 'line-start' : 'start')
      case '$':
        source.at += 1
        return edge(flags.m ? 'line-end' : 'last')
      case '[':
        return this.#class()
      case '(':
        return readGroup(this)
      case '\\':
        source.at += 1
        return this.#escape()
      default:
        return repeatable(this.#character())
    }
  }

  #class(): Piece {
    const { source } = this
    if (source.take('[[:<:]]'))
      return { before: fixedPieces.wordEdge, ...repeatable(fixedPieces.held(false)) }
    if (source.take('[[:>:]]')) return { before: fixedPieces.wordEdge, ...repeatable(fixedPieces.held(true)) }
    const posix = startsPosix(source)
    if (posix !== null) {
      throw source.fault(
        posix[1] === ':'
          ? 'POSIX named classes are supported only within a class'
          : 'POSIX collating elements are not supported',
      )
    }
    source.at += 1
    return repeatable(this.#set(readClass(source)))
  }

  #escape(): Piece {
    const { source, names } = this
    const escaped = readEscape(source, false)
    switch (escaped.kind) {
      case 'code':
        return repeatable(this.#code(escaped.code))
      case 'set':
        return repeatable(this.#set(escaped.set))
      case 'reference':
        source.highestReference = Math.max(source.highestReference, escaped.group)
        return repeatable({
          kind: 'same',
          reference: { groups: [escaped.group] },
          isCaseless: source.flags.i,
        })
      case 'named':
        return repeatable({
          kind: 'same',
          reference: names.find(escaped.name, escaped.at),
          isCaseless: source.flags.i,
        })
      case 'call':
        return repeatable({ kind: 'call', reference: names.findCalled(escaped.name, escaped.at) })
      case 'letter':
        return this.#letter(escaped.letter)
    }
  }

  #letter(letter: string): Piece {
    const known = fixedPieces.edges[letter]
    if (known !== undefined) return edge(known)
    switch (letter) {
      case 'K':
        return { node: { kind: 'keep' }, isRepeatable: false }
      case 'N':
        return repeatable(this.#set(notLineFeed))
      case 'C':
        return repeatable(this.#set(allBytes))
      case 'R':
        return repeatable(fixedPieces.lineEnd)
      case 'X':
        return repeatable(fixedPieces.grapheme)
      default:
        return repeatable(this.#code(letter.charCodeAt(0)))
    }
  }
}

const repeatable = (node: PatternNode): Piece => ({ node, isRepeatable: true })
const edge = (where: Edge): Piece => ({ node: { kind: 'edge', edge: where }, isRepeatable: false })
