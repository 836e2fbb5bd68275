import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import {
  type EventColumns,
  findSourceColumns,
  knownEvents,
} from '@brokerdeck/languages/rule-sql/event-columns.ts'
import { expressions, unquote } from '@brokerdeck/languages/rule-sql/expression-nodes.ts'
import { type CatalogueEntry, functionCatalogue } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { clauseWords, usedWords } from '@brokerdeck/languages/rule-sql/keyword.ts'
import type { SyntaxNode, Tree } from '@lezer/common'
import type { QueryClient } from '@tanstack/react-query'
import type { Evaluate, MessageValue } from './evaluate-in-message.ts'

/** What is known beside the text. */
export interface StatementContext {
  readonly events: readonly EventColumns[]
  /** The columns of the message that the statement is tried on. */
  readonly sample?: TermMap | undefined
  /** Topics and filters that the broker has. */
  readonly topics: readonly string[]
  /** All of other systems, as they stand in FROM: `$bridges/mqtt:line_4`; undefined where the broker does not say. */
  readonly sources?: readonly string[] | undefined
  /** Asks the broker what only some statements need. */
  readonly client?: QueryClient
  /** Only then a filter that matches none of them is worth a hint. */
  readonly hasAllTopics?: boolean
  /** Comes later than the editor: nobody needs it for the first key. */
  readonly evaluate?: Evaluate | undefined
}

export const nothingKnown: StatementContext = { events: knownEvents, topics: [] }

export type CompletionKind =
  | 'column'
  | 'alias'
  | 'field'
  | 'function'
  | 'keyword'
  | 'event'
  | 'source'
  | 'topic'

export interface StatementCompletion {
  readonly label: string
  readonly kind: CompletionKind
  /** What stands in place of the label. */
  readonly insert?: string
  /** Of a function: what it is called with. */
  readonly entry?: CatalogueEntry
}

export interface Completions {
  readonly from: number
  readonly options: readonly StatementCompletion[]
}

export const functionsByName: ReadonlyMap<string, CatalogueEntry> = new Map(
  functionCatalogue.map((entry) => [entry.name, entry]),
)

const keywords = [...usedWords, 'true', 'false']

export const isKeyword = (word: string) => keywords.includes(word.toUpperCase())

interface Clause {
  /** The keyword that rules at the place, in capitals; empty before the first. */
  readonly name: string
  /** What of a text in quotes stands before the place; undefined outside of quotes. */
  readonly quote: string | undefined
  readonly isComment: boolean
}

/** Read from the letters: while one types, the tree of an unfinished statement knows less. */
function clauseAt(text: string, at: number): Clause {
  let name = ''
  for (const { 0: token, index } of text
    .slice(0, at)
    .matchAll(/'(?:[^']|'')*'?|"(?:[^"]|"")*"?|--[^\n]*|[A-Za-z][\w$@~]*|\S/g)) {
    const isLast = index + token.length === at
    if (token.startsWith('--') && isLast) return { name, quote: undefined, isComment: true }
    if (isLast && /^['"]/.test(token) && (token.length === 1 || token.at(-1) !== token[0]))
      return { name, quote: token.slice(1), isComment: false }
    if (clauseWords.includes(token.toLowerCase())) name = token.toUpperCase()
  }
  return { name, quote: undefined, isComment: false }
}

function findNodes(tree: Tree, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = []
  tree.iterate({
    enter(node) {
      if (node.name === name) found.push(node.node)
    },
  })
  return found
}

export const sliceText = (text: string, { from, to }: { readonly from: number; readonly to: number }) =>
  text.slice(from, to)

/** What stands in FROM, as far as it can be read. */
function sourcesIn(tree: Tree, text: string): readonly string[] {
  return findNodes(tree, 'Source').map((node) => unquote(sliceText(text, node)))
}

export function columnsIn(tree: Tree, text: string, { events, sample }: StatementContext): readonly string[] {
  const sources = sourcesIn(tree, text)
  const names = sources.length > 0 ? sources : ['#']
  const offered = names.flatMap((name) => {
    const columns = findSourceColumns({ name }, events)
    return columns === undefined || columns === 'anything' ? [] : [...columns]
  })
  return [...new Set([...(sample?.keys() ?? []), ...offered])].filter((name) => /^[\w$]/.test(name))
}

export const aliasesIn = (tree: Tree, text: string) => [
  ...new Set(
    findNodes(tree, 'Alias').flatMap((node) => {
      const named = node.lastChild
      return named === null ? [] : [sliceText(text, named)]
    }),
  ),
]

/** What can stand at the place; undefined where nothing is to be offered. */
export function completionsAt(
  tree: Tree,
  text: string,
  at: number,
  known: StatementContext,
): Completions | undefined {
  const clause = clauseAt(text, at)
  if (clause.isComment) return undefined
  if (clause.name === 'FROM' && (clause.quote !== undefined || !/[\w)]\s+\w*$/.test(text.slice(0, at)))) {
    const written = clause.quote ?? /[$\w/+#-]*$/.exec(text.slice(0, at))?.[0] ?? ''
    const options = [
      ...known.events
        .filter(({ topic }) => topic.startsWith('$events/'))
        .map(({ topic }) => ({ label: topic, kind: 'event' as const })),
      ...(known.sources ?? []).map((label) => ({ label, kind: 'source' as const })),
      ...known.topics.map((topic) => ({ label: topic, kind: 'topic' as const })),
    ]
    const quoteCompletion = (one: StatementCompletion) =>
      clause.quote === undefined ? { ...one, insert: `"${one.label}"` } : one
    return { from: at - written.length, options: options.map(quoteCompletion) }
  }
  if (clause.quote !== undefined) return undefined
  const written = /[A-Za-z_$][\w$@~]*(?:\[[^[\]]*\])?(?:\.[\w$@~]*(?:\[[^[\]]*\])?)*$/.exec(
    text.slice(0, at),
  )?.[0]
  // A name that is given is nobody's yet: the line end after it is one, and takes no offer.
  if (/\bas\s+$/i.test(text.slice(0, at - (written?.length ?? 0)))) return undefined
  if (written === undefined)
    return /\d$/.test(text.slice(0, at)) ? undefined : everything(tree, text, at, at, known)
  const dot = written.lastIndexOf('.')
  if (dot < 0) return everything(tree, text, at, at - written.length, known)
  const options = listFieldCompletions(tree, text, at - written.length, written.slice(0, dot), known)
  return options.length === 0 ? undefined : { from: at - written.length + dot + 1, options }
}

function everything(
  tree: Tree,
  text: string,
  at: number,
  from: number,
  known: StatementContext,
): Completions {
  const typed = text.slice(from, at)
  const aliases = aliasesIn(tree, text).filter((alias) => alias !== typed)
  return {
    from,
    options: [
      ...columnsIn(tree, text, known).map((label) => ({ label, kind: 'column' as const })),
      ...aliases.map((label) => ({ label, kind: 'alias' as const })),
      ...functionCatalogue.map((entry) => ({ label: entry.name, kind: 'function' as const, entry })),
      ...keywords.map((label) => ({ label, kind: 'keyword' as const })),
    ],
  }
}

/** What the message has below a path. */
function listFieldCompletions(
  tree: Tree,
  text: string,
  from: number,
  path: string,
  { sample, evaluate }: StatementContext,
): readonly StatementCompletion[] {
  const value = sample && evaluate?.(fieldsBefore(tree, text, from), path, sample)
  if (value === undefined || 'failure' in value) return []
  return value.keys.map((label) =>
    /^[A-Za-z][\w$@~]*$/.test(label)
      ? { label, kind: 'field' as const }
      : { label, kind: 'field' as const, insert: `"${label.replaceAll('"', '""')}"` },
  )
}

/** The fields before a place: what they name is known there. */
const fieldsBefore = (tree: Tree, text: string, from: number) =>
  findNodes(tree, 'Field')
    .filter(({ to, parent }) => to <= from && parent?.parent?.name !== 'Do')
    .map((field) => sliceText(text, field))

export interface NoteAt {
  readonly from: number
  readonly to: number
  /** Where it is the name of a function that the pointer is on. */
  readonly entry: CatalogueEntry | undefined
  readonly expression: string
  /** As JSON; or why there is none. Undefined without a message. */
  readonly value: MessageValue | undefined
}

/** What is to be said of the expression at the place. */
export function noteAt(
  tree: Tree,
  text: string,
  at: number,
  side: -1 | 1,
  { sample, evaluate }: StatementContext,
): NoteAt | undefined {
  const named = tree.resolveInner(at, side)
  const node = placeOfValue(named)
  if (node === undefined) return undefined
  const { from } = node
  // Of a path as much as is pointed at.
  const to = node.name === 'Path' && named.to <= node.to ? named.to : node.to
  const expression = text.slice(from, to)
  const callee = node.name === 'Call' ? node.firstChild : null
  const entry =
    callee !== null && callee.from <= at && at <= callee.to
      ? functionsByName.get(sliceText(text, callee))
      : undefined
  const value =
    sample && !isOfItem(node) ? evaluate?.(fieldsBefore(tree, text, from), expression, sample) : undefined
  if (entry === undefined && value === undefined) return undefined
  return { from: callee?.from ?? from, to: callee?.to ?? to, entry, expression, value }
}

/** The expression that a place belongs to; an alias belongs to what it names. */
function placeOfValue(named: SyntaxNode): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = named; node !== null; node = node.parent) {
    if (node.name === 'Alias') return node.parent?.firstChild ?? undefined
    if (node.name === 'Source' || node.name === 'Statement') return undefined
    if (!expressions.has(node.name) || node.parent?.name === 'Alias') continue
    return node.name === 'Variable' &&
      node.parent?.name === 'Call' &&
      node.parent.firstChild?.from === node.from
      ? node.parent
      : node
  }
  return undefined
}

/** What DO and INCASE see is another thing for each item. */
function isOfItem(node: SyntaxNode): boolean {
  for (let one: SyntaxNode | null = node; one !== null; one = one.parent)
    if (one.name === 'Do' || one.name === 'Incase') return true
  return false
}

export interface CallAt {
  readonly entry: CatalogueEntry
  /** From 0. */
  readonly argument: number
  readonly from: number
}

/** The call whose arguments are being written at the place. */
export function callAt(tree: Tree, text: string, at: number): CallAt | undefined {
  for (let node: SyntaxNode | null = tree.resolveInner(at, -1); node !== null; node = node.parent) {
    if (node.name !== 'Call') continue
    const children: SyntaxNode[] = []
    for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
    const [callee] = children
    const open = children.find(({ name }) => name === '(')
    const close = children.findLast(({ name }) => name === ')')
    const entry = callee && functionsByName.get(sliceText(text, callee))
    if (
      callee === undefined ||
      open === undefined ||
      at < open.to ||
      (close !== undefined && at > close.from)
    )
      continue
    if (entry === undefined) return undefined
    const argument = children.filter(({ name, to }) => name === ',' && to <= at).length
    return { entry, argument, from: callee.from }
  }
  return undefined
}
