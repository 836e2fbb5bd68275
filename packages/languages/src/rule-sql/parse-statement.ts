import { type SyntaxNode, type Tree, TreeFragment } from '@lezer/common'
import { keyword } from './keyword.ts'
import { ruleSqlParser } from './rule-sql-parser.ts'
import * as terms from './rule-sql-terms.ts'
import type { Statement } from './statement.ts'
import { StatementBuilder } from './statement-builder.ts'
import type { StatementFault } from './statement-problem.ts'

export type ParsedStatement = { readonly statement: Statement } | { readonly fault: StatementFault }

/** The maximum nesting depth: no real statement is deeper, and every traversal would need a stack of that depth. */
const deepest = 200

/** The maximum length: no real statement is longer, and parsing it would block the thread for a second. */
const statementLimits = { characters: 1_000_000, words: 60_000 }

/**
 * Removes a slash that begins a line, with its line feed, as the broker does; what is parsed is then shorter than the
 * text.
 */
export function withoutJoins(text: string): string {
  return text.includes('\n/') ? text.replaceAll('\n/', '') : text
}

const blank = /^[ \r\n]+|[ \r\n]+$/g

/** Returns the text as the broker's parser receives it. */
const readable = (text: string) => withoutJoins(text.replace(blank, '')).trim()

let last: { readonly given: string; readonly parsed: ParsedStatement } | undefined

/**
 * Parses a statement. The result is cached until the next text, because the editor, display and checks parse the same
 * text.
 */
export function parseStatement(given: string): ParsedStatement {
  if (last?.given !== given) last = { given, parsed: parse(given) }
  return last.parsed
}

/** Parses a statement of any length, because it may have been saved before the limits existed. */
export function parseKeptStatement(given: string): ParsedStatement {
  const parsed = parseStatement(given)
  return 'fault' in parsed && parsed.fault.kind === 'length' ? parse(given, false) : parsed
}

function parse(given: string, isLimited = true): ParsedStatement {
  const refuse = (kind: 'length' | 'nesting') => ({ fault: { kind, found: '', from: 0, to: given.length } })
  if (given === '') return { fault: { kind: 'empty', found: '', from: 0, to: 0 } }
  if (isLimited && given.length > statementLimits.characters) return refuse('length')
  const text = readable(given)
  const shift = text === given ? 0 : Math.max(0, given.indexOf(text))
  const { depth, words } = measure(text, isLimited ? statementLimits.words : Number.POSITIVE_INFINITY)
  if (isLimited && words > statementLimits.words) return refuse('length')
  if (depth > deepest) return refuse('nesting')
  const tree = parseTree(text)
  const fault = firstFault(tree, text) ?? undefined
  if (fault !== undefined) return { fault: shiftFault(fault, shift) }
  const read = new StatementBuilder(text, shift).statement(tree)
  return 'kind' in read && 'found' in read ? { fault: read } : { statement: read }
}

/** The number of characters from which incremental parsing is worthwhile. */
const long = 2_000

let before: { readonly text: string; readonly tree: Tree } | undefined

/**
 * Parses a text. For a long text only the surroundings of its changes are parsed; the rest is taken from the tree of
 * the previous long text.
 */
function parseTree(text: string): Tree {
  if (text.length < long) return ruleSqlParser.parse(text)
  const tree = ruleSqlParser.parse(text, before && findUnchanged(before, text))
  before = { text, tree }
  return tree
}

function findUnchanged(old: { readonly text: string; readonly tree: Tree }, text: string) {
  const [lengthA, lengthB] = [old.text.length, text.length]
  const most = Math.min(lengthA, lengthB)
  let from = 0
  while (from < most && old.text.charCodeAt(from) === text.charCodeAt(from)) from += 1
  let behind = 0
  while (
    behind < most - from &&
    old.text.charCodeAt(lengthA - 1 - behind) === text.charCodeAt(lengthB - 1 - behind)
  )
    behind += 1
  const change = { fromA: from, toA: lengthA - behind, fromB: from, toB: lengthB - behind }
  return TreeFragment.applyChanges(TreeFragment.addTree(old.tree), [change])
}

const shiftFault = (fault: StatementFault, by: number): StatementFault => ({
  ...fault,
  from: fault.from + by,
  to: fault.to + by,
})

/** Returns the first place at which the text does not match the grammar. */
function firstFault(tree: Tree, text: string): StatementFault | undefined {
  let error: SyntaxNode | undefined
  tree.iterate({
    enter(node) {
      if (error === undefined && node.type.isError) error = node.node
      return error === undefined
    },
  })
  if (error === undefined) return undefined
  const { from } = error
  const found = /^\s*([A-Za-z][\w$@~]*|"[^"]*"|'[^']*'|\d[\d.]*|.)?/su.exec(text.slice(from))?.[1] ?? ''
  const at = from + (text.slice(from).length - text.slice(from).trimStart().length)
  const isUnknown = found !== '' && !/^[\w"'.,()[\]+\-*/=<>!~]/.test(found)
  return { kind: isUnknown ? 'character' : 'syntax', found, from: at, to: at + found.length }
}

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*\n|\b[a-z]+\b|[\w.]+|[^\s]/gi

/**
 * Measures the depth of brackets and of chains of signs and negations, without the content of texts, and the number
 * of words, in which each step of a path counts. It stops when the maximum number of words is exceeded.
 */
function measure(text: string, mostWords: number): { readonly depth: number; readonly words: number } {
  let depth = 0
  let most = 0
  let signs = 0
  let words = 0
  for (const [found] of text.matchAll(token)) {
    const word = keyword(found)
    if (found === '(' || found === '[' || word === terms._case) depth += 1
    else if (found === ')' || found === ']' || word === terms.end) depth -= 1
    signs = found === '-' || found === '+' || word === terms.not ? signs + 1 : 0
    most = Math.max(most, depth, signs)
    words += /^[\w.]/.test(found) ? found.split('.').length : 1
    if (words > mostWords) break
  }
  return { depth: most, words }
}
