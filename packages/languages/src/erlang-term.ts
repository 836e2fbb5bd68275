/**
 * An Erlang term as the broker prints it in error messages: `{bad_ssl_config,#{reason => enoent}}`, `<<"text">>`,
 * printed lists of character codes. Any other text is not a term and gives undefined.
 */
export type ErlangTerm =
  | { readonly kind: 'text' | 'atom' | 'number'; readonly value: string }
  | { readonly kind: 'tuple' | 'list'; readonly items: readonly ErlangTerm[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [ErlangTerm, ErlangTerm])[] }

/** The limits of depth and length; no term in an error message is deeper or longer. */
const maxDepth = 40
const maxLength = 100_000

export function parseErlangTerm(text: string): ErlangTerm | undefined {
  const terms = parseErlangTerms(text)
  return terms?.length === 1 ? terms[0] : undefined
}

/** Parses several terms that are separated by commas: `error, {badkey,…}, [stack…]`. */
export function parseErlangTerms(text: string): readonly ErlangTerm[] | undefined {
  if (text.length > maxLength) return undefined
  const reader = new Reader(text)
  const terms = reader.items(undefined, 0)
  return reader.isAtEnd ? terms : undefined
}

const space = /\s*/y
const atom = /[a-z][\w@]*(?::[a-z]\w*\(\))?|'((?:[^'\\]|\\.)*)'/y
const number = /-?\d+(?:\.\d+(?:e[+-]?\d+)?)?/y
const quoted = /"((?:[^"\\]|\\.)*)"/y
const binary = /<<(?:"((?:[^"\\]|\\.)*)"(?:\/utf8)?)?\s*((?:\d+(?:\s*,\s*\d+)*)?)\s*>>/y
const opaque = /#(?:Fun|Ref|Port)?<[^>]*>|<\d+\.\d+\.\d+>|[A-Z_]\w*|\.\.\./y

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    this.#take(space)
    return this.#at === this.#text.length
  }

  /** Reads terms that are separated by commas, up to and including `end`. */
  items(end: string | undefined, depth: number): readonly ErlangTerm[] | undefined {
    const items: ErlangTerm[] = []
    if (end !== undefined && this.#skip(end)) return items
    for (;;) {
      const term = this.#term(depth)
      if (term === undefined) return undefined
      items.push(term)
      if (this.#skip(',') || this.#skip('|')) continue
      if (end === undefined || this.#skip(end)) return items
      return undefined
    }
  }

  #term(depth: number): ErlangTerm | undefined {
    if (depth > maxDepth) return undefined
    this.#take(space)
    if (this.#skip('#{')) return this.#map(depth + 1)
    if (this.#skip('{')) return sequence('tuple', this.items('}', depth + 1))
    if (this.#skip('[')) return sequence('list', this.items(']', depth + 1))
    const bytes = this.#take(binary)
    if (bytes)
      return {
        kind: 'text',
        value: bytes[1] === undefined ? decodeBytes(bytes[2] ?? '') : unquote(bytes[1]),
      }
    const string = this.#take(quoted)
    if (string) return { kind: 'text', value: unquote(string[1] ?? '') + this.#parseContinuedString() }
    const digits = this.#take(number)
    if (digits) return { kind: 'number', value: digits[0] }
    const name = this.#take(atom)
    if (name) return { kind: 'atom', value: name[1] === undefined ? name[0] : unquote(name[1]) }
    const other = this.#take(opaque)
    return other ? { kind: 'text', value: other[0] } : undefined
  }

  /** Reads the rest of a long string, which Erlang prints in pieces, one per line. */
  #parseContinuedString(): string {
    let rest = ''
    for (;;) {
      const before = this.#at
      this.#take(space)
      const piece = this.#take(quoted)
      if (!piece) {
        this.#at = before
        return rest
      }
      rest += unquote(piece[1] ?? '')
    }
  }

  #map(depth: number): ErlangTerm | undefined {
    const entries: (readonly [ErlangTerm, ErlangTerm])[] = []
    if (this.#skip('}')) return { kind: 'map', entries }
    for (;;) {
      const key = this.#term(depth)
      if (key === undefined || !this.#skip('=>')) return undefined
      const value = this.#term(depth)
      if (value === undefined) return undefined
      entries.push([key, value])
      if (this.#skip(',')) continue
      return this.#skip('}') ? { kind: 'map', entries } : undefined
    }
  }

  #skip(mark: string): boolean {
    const before = this.#at
    this.#take(space)
    if (this.#text.startsWith(mark, this.#at)) {
      this.#at += mark.length
      return true
    }
    this.#at = before
    return false
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at += match[0].length
    return match
  }
}

function sequence(kind: 'tuple' | 'list', items: readonly ErlangTerm[] | undefined): ErlangTerm | undefined {
  if (items === undefined) return undefined
  const characters = kind === 'list' ? joinCharacters(items) : undefined
  return characters === undefined ? { kind, items } : { kind: 'text', value: characters }
}

/**
 * Joins an Erlang string, which is a list of code points and is printed as such if one of them is unusual; texts may
 * be nested in it.
 */
function joinCharacters(items: readonly ErlangTerm[]): string | undefined {
  if (!items.some((item) => item.kind === 'number')) return undefined
  let text = ''
  for (const item of items) {
    if (item.kind === 'text') text += item.value
    else if (item.kind === 'number' && isCharacter(Number(item.value)))
      text += String.fromCodePoint(Number(item.value))
    else return undefined
  }
  return text
}

function isCharacter(code: number): boolean {
  return (
    Number.isInteger(code) && (code >= 32 || code === 9 || code === 10 || code === 13) && code <= 0x10ffff
  )
}

function decodeBytes(list: string): string {
  const bytes = list
    .split(',')
    .filter((item) => item.trim() !== '')
    .map(Number)
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

function unquote(text: string): string {
  const named = new Map([
    ['n', '\n'],
    ['t', '\t'],
    ['r', '\r'],
  ])
  return text.replace(/\\(.)/gs, (_, letter: string) => named.get(letter) ?? letter)
}

const maxWordsDepth = 6

/** Converts a term to words: `{invalid_topic_filter,<<"$share/g1">>}` → `invalid topic filter: $share/g1`. */
export function erlangWords(term: ErlangTerm, depth = 0): string {
  if (depth > maxWordsDepth) return '…'
  switch (term.kind) {
    case 'text':
    case 'number':
      return term.value
    case 'atom':
      return term.value.replaceAll('_', ' ')
    case 'list':
      return term.items
        .filter((item) => !isStackFrame(item))
        .map((item) => erlangWords(item, depth + 1))
        .filter((words) => words !== '')
        .join(', ')
    case 'tuple': {
      const [first, ...rest] = term.items
        .map((item) => erlangWords(item, depth + 1))
        .filter((words) => words !== '')
      return first === undefined ? '' : rest.length === 0 ? first : `${first}: ${rest.join(', ')}`
    }
    case 'map':
      return term.entries
        .map(([key, value]) => `${erlangWords(key, depth + 1)}: ${erlangWords(value, depth + 1)}`)
        .join('; ')
  }
}

/** Recognizes a stack frame: `{module,function,arity,[{file,"…"},{line,1}]}` */
function isStackFrame(term: ErlangTerm): boolean {
  if (term.kind !== 'tuple' || term.items.length !== 4) return false
  const [module, name, arity, where] = term.items
  return (
    module?.kind === 'atom' &&
    name?.kind === 'atom' &&
    (arity?.kind === 'number' || arity?.kind === 'list' || arity?.kind === 'text') &&
    where?.kind === 'list'
  )
}

/** Turns binaries within an English sentence into their text: `Cannot delete user <<"admin">>`. */
export function plainBinaries(sentence: string): string {
  return sentence.replace(/<<(?:"(?:[^"\\]|\\.)*"(?:\/utf8)?|[\d,\s]*)>>/g, (binary) => {
    const term = parseErlangTerm(binary)
    return term?.kind === 'text' ? term.value : binary
  })
}

/** Converts a text that is either a term, or a sentence with binaries in it. */
export function plainErlang(text: string): string {
  const term = parseErlangTerm(text)
  return term === undefined || term.kind === 'atom' ? plainBinaries(text) : erlangWords(term)
}

/** Converts a term to JSON, for maps that have the same content as the broker's JSON elsewhere. */
export function erlangToJson(term: ErlangTerm): unknown {
  switch (term.kind) {
    case 'text':
    case 'atom':
      return term.value
    case 'number':
      return Number(term.value)
    case 'tuple':
      return erlangWords(term)
    case 'list':
      return term.items.map(erlangToJson)
    case 'map':
      return Object.fromEntries(
        term.entries.map(([key, value]) => [erlangWords(key).replaceAll(' ', '_'), erlangToJson(value)]),
      )
  }
}
