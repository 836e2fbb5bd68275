import { filtersOverlap, parseShared, topicFilterFault, topicMatches } from '../topic.ts'
import { absentSchemas, type Registered } from './absent-schemas.ts'
import { absentSources } from './absent-sources.ts'
import { callProblems } from './call-problems.ts'
import type { TermMap } from './evaluate/term.ts'
import { type EventColumns, findMeantEvent, findSourceColumns, knownEvents } from './event-columns.ts'
import { hasOddPayload } from './has-odd-payload.ts'
import { clauseWords } from './keyword.ts'
import { parseStatement } from './parse-statement.ts'
import { withoutSource } from './rewrite-from.ts'
import type { Expression, Field, Reference, Source, Statement, TextRange } from './statement.ts'
import { type Fix, nearest, type StatementProblem, toFixed } from './statement-problem.ts'

/** The information beside the text of the statement. */
export interface StatementSurroundings {
  /** The events of the connected broker. */
  readonly events?: readonly EventColumns[]
  /** All topics and filters of the broker; undefined if they are not all known. */
  readonly topics?: readonly string[] | undefined
  /**
   * All sources of other systems, as they are named in FROM: `$bridges/mqtt:line_4`; undefined if they are not all
   * known.
   */
  readonly sources?: readonly string[] | undefined
  /** The names of all schemas of the registry; undefined if they are not all known. */
  readonly schemas?: Registered
  /** The columns of the sample message for the statement. */
  readonly sample?: TermMap | undefined
}

/**
 * The limits for each kind of check: a longer list would not be read, and each entry may be compared with all the
 * others.
 */
const mostProblems = 100
const mostSources = 200
const mostNames = 1000

/**
 * Returns the problems of a statement in the order of the text, up to a limit; empty for a statement without
 * problems.
 */
export function checkStatement(
  text: string,
  { events = knownEvents, topics, sources: bridged, schemas, sample }: StatementSurroundings = {},
): readonly StatementProblem[] {
  const parsed = parseStatement(text)
  if ('fault' in parsed) {
    const { kind, ...fault } = parsed.fault
    const fix = kind === 'syntax' || kind === 'character' ? mendingFix(text, fault.from) : undefined
    return [{ ...fault, kind: 'fault', fault: kind, ...(fix !== undefined && { fix }) }]
  }
  const { statement } = parsed
  const sources = statement.sources.slice(0, mostSources)
  const problems = [
    ...sourceProblems(sources, events),
    ...quietFilters(sources, topics ?? []),
    ...(bridged === undefined ? [] : absentSources(sources, bridged)),
    ...new References(statement, events, hasOddPayload(sample), schemas)
      .problems()
      .map((one) => asText(one, text)),
  ]
  return problems.sort((one, other) => one.from - other.from)
}

/**
 * The maximum length, in characters, of a statement for which a fix is tried. A longer statement only gets its error.
 */
const longestMended = 20_000

/**
 * Returns a fix that removes the first error or lets the parser get further: a corrected keyword, a topic in quotes.
 */
function mendingFix(text: string, at: number): Fix | undefined {
  if (text.length > longestMended) return undefined
  return [...findMisspelledWords(text, at), ...bareTopics(text, at)].find((fix) => {
    const parsed = parseStatement(text.slice(0, fix.from) + fix.text + text.slice(fix.to))
    return !('fault' in parsed) || parsed.fault.from > at + fix.text.length
  })
}

/**
 * Returns corrections of the word at the error and of the word before it, which the parser may have taken for a name.
 */
function findMisspelledWords(text: string, at: number): readonly Fix[] {
  const before = [...text.slice(0, at).matchAll(/[A-Za-z]+/g)].at(-1)
  const here = /^[A-Za-z]+/.exec(text.slice(at))
  const places = [
    ...(here === null ? [] : [{ word: here[0], from: at }]),
    ...(before === undefined ? [] : [{ word: before[0], from: before.index }]),
  ]
  return places.flatMap(({ word, from }) => {
    const meant = clauseWords.includes(word.toLowerCase()) ? undefined : nearest(word, clauseWords)
    return meant === undefined ? [] : [{ from, to: from + word.length, text: meant.toUpperCase() }]
  })
}

/** Returns fixes that put quotes around the topic after FROM. */
function bareTopics(text: string, at: number): readonly Fix[] {
  return [...text.matchAll(/\bfrom[ \t\r\n]+([^\s"',]{1,1000})/gi)].flatMap((found) => {
    const [, topic = ''] = found
    const to = found.index + found[0].length
    const from = to - topic.length
    return from <= at && at <= to ? [{ from, to, text: quoteName(topic) }] : []
  })
}

/** Double quotes enclose names, so an unknown name in double quotes is probably meant as text. */
function asText(problem: StatementProblem, text: string): StatementProblem {
  if (problem.kind !== 'unknown-column' || problem.near !== undefined) return problem
  const { from, to } = problem
  const isWhole = !/^[.[]/.test(text.slice(to))
  if (!isWhole || text[from] !== '"' || text[to - 1] !== '"') return problem
  const own = text.slice(from + 1, to - 1).replaceAll("'", "''")
  return { ...problem, fix: { from, to, text: `'${own}'` } }
}

function* sourceProblems(
  sources: readonly Source[],
  events: readonly EventColumns[],
): Generator<StatementProblem> {
  for (const [at, source] of sources.entries()) {
    const { name, from, to } = source
    const others = sources.filter((_, other) => other !== at)
    if (name.startsWith('$events/')) {
      if (events.some(({ topic }) => topic === name)) continue
      const near = findMeantEvent(name, events)
      yield { kind: 'unknown-event', name, near, from, to, ...toFixed(source, near, quoteName) }
    } else if (name.startsWith('$bridges/') || name.startsWith('$sources/')) continue
    else if (topicFilterFault(name) !== undefined) yield { kind: 'impossible-filter', name, from, to }
    else if (isShared(name))
      yield { kind: 'shared-filter', name, from, to, ...toFixed(source, parseShared(name).filter, quoteName) }
    const fix = withoutSource(sources, at)
    const place = { from, to, ...(fix !== undefined && { fix }) }
    if (sources.findIndex((one) => one.name === name) < at) yield { kind: 'source-twice', name, ...place }
    else {
      const by = others.find((other) => other.name !== name && covers(other.name, name))
      if (by !== undefined) yield { kind: 'covered-source', name, by: by.name, ...place }
    }
  }
}

const isShared = (name: string) => parseShared(name).filter !== name

/**
 * Reports filters that match no topic, unless the broker has only topics of its own so far, which says nothing about
 * filters.
 */
function* quietFilters(sources: readonly Source[], topics: readonly string[]): Generator<StatementProblem> {
  if (topics.every((topic) => topic.startsWith('$SYS/'))) return
  for (const source of sources) {
    const { name, from, to } = source
    if (/^\$(?:events|bridges|sources)\//.test(name) || topicFilterFault(name) !== undefined) continue
    if (isShared(name) || topics.some((topic) => filtersOverlap(name, topic))) continue
    const near = nearest(name, topics)
    yield { kind: 'quiet-filter', name, near, from, to, ...toFixed(source, near, quoteName) }
  }
}

/**
 * Returns whether the first filter covers every topic of the second: to `+` and `#`, a `+` is a level like any other.
 */
function covers(filter: string, other: string): boolean {
  if (filter.startsWith('$events/') || !/[+#]/.test(filter)) return false
  const wide = filter.split('/')
  const narrow = other.split('/')
  if (narrow.at(-1) === '#' && wide.at(-1) !== '#') return false
  if (narrow.some((level, at) => level === '+' && wide[at] !== '+' && !wide.slice(0, at + 1).includes('#')))
    return false
  return topicMatches(filter, other.replace(/\/?#$/, ''))
}

const quoteName = (name: string) => `"${name}"`

/** Goes through a statement in the order of the broker, and tracks the names that are defined so far. */
class References {
  readonly #statement: Statement
  readonly #events: readonly EventColumns[]
  readonly #columns: readonly (readonly [Source, ReadonlySet<string> | 'anything'])[]
  readonly #named = new Set<string>()
  readonly #problems: StatementProblem[] = []
  #hasOffered = false
  /** All aliases of the statement; an alias that is used before its definition is reported as early. */
  readonly #aliases: ReadonlySet<string>
  /** Reset after the first report, because every further access to the payload has the same problem. */
  #isPayloadOdd: boolean
  readonly #schemas: Registered

  constructor(statement: Statement, events: readonly EventColumns[], isOdd: boolean, schemas: Registered) {
    this.#statement = statement
    this.#schemas = schemas
    this.#isPayloadOdd = isOdd
    this.#events = events
    this.#columns = statement.sources.slice(0, mostSources).flatMap((source) => {
      const columns = findSourceColumns(source, events)
      return columns === undefined ? [] : [[source, columns] as const]
    })
    this.#aliases = new Set([...statement.fields, ...(statement.each ?? [])].flatMap(listAliases))
  }

  problems(): readonly StatementProblem[] {
    const { kind, fields, where, each, incase } = this.#statement
    this.#fields(fields)
    this.#expression(where)
    const last = fields.at(-1)
    // Each item is named by the last alias, or `item` if there is no alias.
    if (kind === 'foreach' && last?.kind === 'field' && last.alias?.kind !== 'reference')
      this.#named.add('item')
    // INCASE is evaluated before DO, so it sees the item but not the names that DO defines.
    this.#expression(incase)
    this.#fields(each ?? [])
    return this.#problems
  }

  #fields(fields: readonly Field[]): void {
    for (const field of fields) {
      if (field.kind === 'everything') continue
      this.#expression(field.value)
      for (const name of listAliases(field)) this.#named.add(name)
    }
  }

  #expression(given: Expression | undefined): void {
    if (given === undefined || this.#problems.length >= mostProblems) return
    if (given.kind === 'reference') this.#reference(given)
    else if (given.kind === 'call')
      this.#problems.push(...callProblems(given), ...absentSchemas(given, this.#schemas))
    for (const part of listParts(given)) this.#expression(part)
  }

  #reference(reference: Reference): void {
    const [step] = reference.steps
    if (this.#isPayloadOdd && step?.kind === 'key' && step.key === 'payload' && reference.steps.length > 1) {
      this.#isPayloadOdd = false
      this.#problems.push({ kind: 'payload-no-json', from: reference.from, to: reference.to })
    }
    if (step?.kind !== 'key' || this.#named.has(step.key)) return
    const { key: name, from, to } = step
    const without = this.#columns
      .filter(([, columns]) => columns !== 'anything' && !columns.has(name))
      .map(([source]) => source.name)
    if (without.length === 0) return
    if (without.length < this.#columns.length) {
      this.#problems.push({
        kind: 'not-everywhere',
        name,
        without,
        from,
        to,
        ...this.#withoutIt(name, without),
      })
    } else if (this.#aliases.has(name)) this.#problems.push({ kind: 'early-alias', name, from, to })
    else this.#unknown(step)
  }

  /**
   * Returns a fix that removes the source without a payload, where most uses of the payload fail. It is offered once.
   */
  #withoutIt(column: string, [name, ...others]: readonly string[]): { readonly fix?: Fix } {
    if (column !== 'payload' || this.#hasOffered || others.length > 0) return {}
    const { sources } = this.#statement
    const at = sources.findIndex((source) => source.name === name)
    const fix = withoutSource(sources, at)
    this.#hasOffered = true
    return fix === undefined ? {} : { fix }
  }

  #unknown({ key: name, from, to }: TextRange & { readonly key: string }): void {
    const events = this.#events.filter(({ columns }) => columns.includes(name)).map(({ topic }) => topic)
    if (events.length > 0) {
      this.#problems.push({ kind: 'other-event', name, events, from, to })
      return
    }
    const offered = this.#columns.flatMap(([, columns]) => (columns === 'anything' ? [] : [...columns]))
    const near = nearest(name, [...offered, ...this.#named].slice(0, mostNames))
    this.#problems.push({ kind: 'unknown-column', name, near, from, to, ...toFixed({ from, to }, near) })
  }
}

/** Returns the names by which a field can be referenced. */
function listAliases(field: Field): readonly string[] {
  const alias = field.kind === 'field' ? field.alias : undefined
  if (alias?.kind === 'literal')
    return 'value' in alias && typeof alias.value === 'string' ? [alias.value] : []
  const step = alias?.steps[0]
  return step?.kind === 'key' ? [step.key] : []
}

/** Returns the parts of an expression, one level down. */
function listParts(given: Expression): readonly Expression[] {
  switch (given.kind) {
    case 'reference':
      return given.steps.flatMap((step) =>
        step.kind === 'index' && typeof step.at === 'object' ? [step.at] : [],
      )
    case 'literal':
    case 'range':
      return []
    case 'slice':
    case 'named':
      return [given.of]
    case 'list':
      return given.items
    case 'unary':
    case 'not':
      return [given.operand]
    case 'in':
      return [given.operand, ...given.items]
    case 'call':
      return given.args
    case 'case': {
      const branches = given.branches.flatMap(({ when, gives }) => [when, gives])
      return [given.subject, ...branches, given.otherwise].filter((one) => one !== undefined)
    }
    default:
      return [given.left, given.right]
  }
}
