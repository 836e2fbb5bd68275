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

/** The information about a statement that is not in its text. */
export interface StatementContext {
  readonly events: readonly EventColumns[]
  /** The columns of the message that the statement is tested with. */
  readonly sample?: TermMap | undefined
  /** The topics and filters that the broker has. */
  readonly topics: readonly string[]
  /**
   * All sources from other systems, as they stand in FROM: `$bridges/mqtt:line_4`; undefined if the broker does not
   * list them.
   */
  readonly sources?: readonly string[] | undefined
  /** The client for requests that only some statements need. */
  readonly client?: QueryClient
  /** True if all topics are known: only then the editor hints at a filter that matches no topic. */
  readonly hasAllTopics?: boolean
  /** Loaded after the editor, because the first keystroke does not need it. */
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
  /** The text that is inserted instead of the label. */
  readonly insert?: string
  /** The arguments, for a function. */
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
  /** The keyword whose clause contains the position, in capitals; empty before the first keyword. */
  readonly name: string
  /** The part of a quoted text before the position; undefined outside of quotes. */
  readonly quote: string | undefined
  readonly isComment: boolean
}

/** Reads the clause from the characters: while the user types, the tree of an unfinished statement contains less. */
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

/** Returns the sources in FROM, as far as they can be parsed. */
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

/** Returns the completions for the position; undefined if nothing is to be offered. */
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
  // After AS the user types a new name: a line break there must remain one and must not accept a completion.
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

/** Returns the keys of the message's value below a path. */
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

/** Returns the fields before a position, whose aliases are defined there. */
const fieldsBefore = (tree: Tree, text: string, from: number) =>
  findNodes(tree, 'Field')
    .filter(({ to, parent }) => to <= from && parent?.parent?.name !== 'Do')
    .map((field) => sliceText(text, field))

export interface NoteAt {
  readonly from: number
  readonly to: number
  /** The entry of the function, if the pointer is on the name of a function. */
  readonly entry: CatalogueEntry | undefined
  readonly expression: string
  /** The value as JSON, or the reason why there is no value. Undefined without a message. */
  readonly value: MessageValue | undefined
}

/** Returns the note for the expression at the position. */
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
  // For a path, the expression ends with the part under the pointer.
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

/** Returns the expression that a position belongs to; an alias belongs to the expression that it names. */
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

/** DO and INCASE see different values for each item. */
function isOfItem(node: SyntaxNode): boolean {
  for (let one: SyntaxNode | null = node; one !== null; one = one.parent)
    if (one.name === 'Do' || one.name === 'Incase') return true
  return false
}

export interface CallAt {
  readonly entry: CatalogueEntry
  /** The index of the argument, from 0. */
  readonly argument: number
  readonly from: number
}

/** Returns the call whose arguments are being typed at the position. */
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
