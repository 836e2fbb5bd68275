import { type SyntaxNode, type Tree, TreeFragment } from '@lezer/common'
import { keyword } from './keyword.ts'
import { ruleSqlParser } from './rule-sql-parser.ts'
import * as terms from './rule-sql-terms.ts'
import type { Statement } from './statement.ts'
import { StatementBuilder } from './statement-builder.ts'
import type { StatementFault } from './statement-problem.ts'

export type ParsedStatement = { readonly statement: Statement } | { readonly fault: StatementFault }

/** Deeper ones are nobody's, and would need as deep a stack wherever they are gone through. */
const deepest = 200

/** Longer ones are nobody's either: whoever reads them does nothing else for a second. */
const statementLimits = { characters: 1_000_000, words: 60_000 }

/** The broker drops a slash that begins a line, with the line feed: what is parsed is without, as long as the text. */
export function withoutJoins(text: string): string {
  return text.includes('\n/') ? text.replaceAll('\n/', '') : text
}

const blank = /^[ \r\n]+|[ \r\n]+$/g

/** The text as the broker's parser gets it. */
const readable = (text: string) => withoutJoins(text.replace(blank, '')).trim()

let last: { readonly given: string; readonly parsed: ParsedStatement } | undefined

/** Of one text, many ask: what is typed, what shows it, what checks it. The answer is kept until the next text. */
export function parseStatement(given: string): ParsedStatement {
  if (last?.given !== given) last = { given, parsed: parse(given) }
  return last.parsed
}

/** However long it is: one that was taken before there were limits. */
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

/** Characters from which it pays to go on from the text before. */
const long = 2_000

let before: { readonly text: string; readonly tree: Tree } | undefined

/** Of a long text, only what is around its changes is parsed: the rest stands in the tree of the long one before. */
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

/** The first place that the grammar has no sentence for. */
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
 * How deep its brackets and its chains of signs and negations go, whatever stands in texts, and how many words it has:
 * each step of a path is one. It ends behind the most words that may be.
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
