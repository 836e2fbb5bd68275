import { allBytes, type ByteSet } from './byte-sets.ts'
import {
  type Edge,
  everyNode,
  isAnchored,
  type Pattern,
  type PatternNode,
  type RepeatNode,
} from './pattern-node.ts'

/** Computes the maximum number of ways in which a part can be tried on a text of the given length. */
type Ways = (length: number) => number

/** A pattern that has the same meaning in JavaScript, on a text with one character for each byte. */
export interface PlainExpression {
  readonly expression: RegExp
  readonly ways: Ways
  /** False for groups within repeats: JavaScript clears their captures on each repetition, PCRE does not. */
  readonly hasSameGroups: boolean
}

interface ExpressionPart {
  readonly source: string
  readonly ways: Ways
  /** The size of the part after JavaScript has expanded its counts. */
  readonly size: number
  readonly canBeEmpty: boolean
}

/** The maximum size, because JavaScript expands counts. */
const largest = 2000

const once: Ways = () => 1
const product = (one: Ways, other: Ways): Ways =>
  one === once ? other : other === once ? one : (length) => one(length) * other(length)
const sum =
  (one: Ways, other: Ways): Ways =>
  (length) =>
    one(length) + other(length)

/** Returns a JavaScript expression; undefined for patterns that JavaScript does not support or treats differently. */
export function plainExpression({ root }: Pattern): PlainExpression | undefined {
  const part = toPart(root)
  if (part === undefined || part.size > largest) return undefined
  const ways = isAnchored(root) ? part.ways : product(part.ways, (length) => length + 1)
  return { expression: new RegExp(part.source), ways, hasSameGroups: !hasRepeatedGroup(root) }
}

function hasRepeatedGroup(root: PatternNode): boolean {
  return [...everyNode(root)].some(
    (node) =>
      (node.kind === 'repeat' || (node.kind === 'look' && node.isBehind)) &&
      [...everyNode(node)].some(({ kind }) => kind === 'group'),
  )
}

const edges: Readonly<Record<Edge, string | undefined>> = {
  start: '^',
  end: '$',
  last: '(?=\\n?$)',
  'line-start': '(?:^|(?<=\\n)(?!$))',
  'line-end': '(?=\\n|$)',
  // JavaScript has a different definition of letters.
  word: undefined,
  'no-word': undefined,
  first: undefined,
}

function toPart(node: PatternNode): ExpressionPart | undefined {
  switch (node.kind) {
    case 'bytes':
      return {
        source: node.sets.map(setSource).join(''),
        ways: once,
        size: node.sets.length,
        canBeEmpty: false,
      }
    case 'sequence':
      return joinParts(node.items)
    case 'choice':
      return toChoice(node.options)
    case 'repeat':
      return toRepeat(node)
    case 'group': {
      const part = toPart(node.item)
      return part && { ...part, source: `(${part.source})` }
    }
    case 'look': {
      const part = toPart(node.item)
      const sign = `?${node.isBehind ? '<' : ''}${node.isNegative ? '!' : '='}`
      return part && { ...part, source: `(${sign}${part.source})`, canBeEmpty: true }
    }
    case 'edge': {
      const source = edges[node.edge]
      return source === undefined ? undefined : { source, ways: once, size: 1, canBeEmpty: true }
    }
    default:
      return undefined
  }
}

function joinParts(items: readonly PatternNode[]): ExpressionPart | undefined {
  let whole: ExpressionPart = { source: '', ways: once, size: 0, canBeEmpty: true }
  for (const item of items) {
    const part = toPart(item)
    if (part === undefined) return undefined
    whole = {
      source: whole.source + part.source,
      ways: product(whole.ways, part.ways),
      size: whole.size + part.size,
      canBeEmpty: whole.canBeEmpty && part.canBeEmpty,
    }
  }
  return whole
}

function toChoice(options: readonly PatternNode[]): ExpressionPart | undefined {
  const parts = options.map(toPart)
  const known = parts.filter((part) => part !== undefined)
  const [first, ...rest] = known
  if (first === undefined || known.length < parts.length) return undefined
  return {
    source: `(?:${known.map(({ source }) => source).join('|')})`,
    ways: rest.reduce((ways, part) => sum(ways, part.ways), first.ways),
    size: known.reduce((size, part) => size + part.size, 0),
    canBeEmpty: known.some(({ canBeEmpty }) => canBeEmpty),
  }
}

/** A repeat of a part that can itself be tried in several ways may take too long, so its number of ways is computed. */
function toRepeat({ item, least, most, manner }: RepeatNode): ExpressionPart | undefined {
  const part = toPart(item)
  // In PCRE a repetition that matches nothing ends the repeat; JavaScript does not count it.
  if (part === undefined || (part.canBeEmpty && most > 1)) return undefined
  const bound = most === Number.POSITIVE_INFINITY ? '' : String(most)
  const ways: Ways =
    part.ways !== once
      ? (length) => (part.ways(length) + (least === most ? 0 : 1)) ** most
      : least === most
        ? once
        : (length) => Math.min(most, length) + 1
  return {
    source: `(?:${part.source}){${least},${bound}}${manner === 'lazy' ? '?' : ''}`,
    ways,
    size: part.size * Math.max(1, least, Number.isFinite(most) ? most : 1),
    canBeEmpty: least === 0 || part.canBeEmpty,
  }
}

const toHex = (code: number) => `\\x${code.toString(16).padStart(2, '0')}`

/** Caches the source of each set, because many patterns share the same sets. */
const sources = new WeakMap<ByteSet, string>()

function setSource(set: ByteSet): string {
  const before = sources.get(set)
  if (before !== undefined) return before
  const source = set === allBytes ? '[^]' : writeSet(set)
  sources.set(set, source)
  return source
}

function writeSet(set: ByteSet): string {
  const ranges: string[] = []
  for (let from = 0; from < 256; from += 1) {
    if (set[from] !== 1) continue
    let to = from
    while (set[to + 1] === 1) to += 1
    ranges.push(from === to ? toHex(from) : `${toHex(from)}-${toHex(to)}`)
    from = to
  }
  const [only = ''] = ranges
  return ranges.length === 1 && only.length === 4 ? only : `[${ranges.join('')}]`
}
