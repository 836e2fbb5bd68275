import type { ErlangTerm } from '../../erlang-term.ts'
import { type ScanFault, scanErlang, type Token } from './scan-erlang.ts'

/** A term, where it begins, and where the next may. */
export interface ErlangForm {
  readonly term: ErlangTerm
  readonly at: number
  readonly end: number
}

/** `before` is the token that does not belong there, as Erlang writes it; undefined at the end of the text. */
export interface SyntaxFault {
  readonly kind: 'syntax'
  readonly before: string | undefined
  readonly at: number
}

/** What is read is no constant: a variable stands in it. */
export interface BadTerm {
  readonly kind: 'bad-term'
  readonly at: number
}

export type FormFault = SyntaxFault | BadTerm | ScanFault

/** Deeper terms are nobody's rule. */
const maxDepth = 40

class Unreadable extends Error {
  readonly fault: FormFault

  constructor(fault: FormFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/**
 * The next term of a file of Erlang terms, each of which ends with a full stop; undefined if only blanks follow. What
 * comes of it depends on nothing before `from`, and of what follows its end on one character only.
 */
export function readErlangForm(
  text: string,
  from: number,
): ErlangForm | { readonly fault: FormFault } | undefined {
  const scanned = scanErlang(text, from)
  if ('fault' in scanned) return scanned
  const [first] = scanned.tokens
  if (first === undefined) return undefined
  try {
    return { term: new FormReader(scanned.tokens).form(), at: first.at, end: scanned.end }
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault }
    throw error
  }
}

class FormReader {
  readonly #tokens: readonly Token[]
  #at = 0
  #variable: Token | undefined

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  form(): ErlangTerm {
    const term = this.#term(0)
    if (this.#next?.kind !== 'dot') throw this.#wrong()
    if (this.#variable !== undefined) throw new Unreadable({ kind: 'bad-term', at: this.#variable.at })
    return term
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #term(depth: number): ErlangTerm {
    const token = this.#next
    if (token === undefined || depth > maxDepth) throw this.#wrong()
    if (token.kind === 'string') return { kind: 'text', value: this.#strings() }
    if (token.kind === 'mark') return this.#composed(token, depth + 1)
    // A word that begins an expression is not wrong before something follows that cannot.
    if (
      token.kind === 'keyword' &&
      /^(?:begin|bnot|case|catch|fun|if|maybe|not|receive|try)$/.test(token.text)
    ) {
      this.#at++
      throw this.#wrong()
    }
    if (token.kind === 'dot' || token.kind === 'keyword') throw this.#wrong()
    this.#at++
    if (token.kind === 'variable') this.#variable ??= token
    if (token.kind === 'integer') return { kind: 'number', value: token.text.replaceAll('_', '') }
    return { kind: 'atom', value: token.text }
  }

  #composed(token: Token, depth: number): ErlangTerm {
    this.#at++
    if (token.text === '{') return { kind: 'tuple', items: this.#items('}', depth) }
    if (token.text === '[') return { kind: 'list', items: this.#items(']', depth) }
    if (token.text === '-' && this.#next?.kind === 'integer') {
      const { value } = { value: `-${this.#next.text}` }
      this.#at++
      return { kind: 'number', value }
    }
    if (token.text === '<<' && this.#next?.kind === 'string') {
      const value = this.#strings()
      if (this.#next?.text === '/') this.#at += 2
      if (this.#next?.text !== '>>') throw this.#wrong()
      this.#at++
      return { kind: 'text', value }
    }
    this.#at--
    throw this.#wrong()
  }

  #items(end: string, depth: number): readonly ErlangTerm[] {
    const items: ErlangTerm[] = []
    if (this.#skip(end)) return items
    for (;;) {
      items.push(this.#term(depth))
      if (this.#skip(end)) return items
      if (!this.#skip(',')) throw this.#wrong()
    }
  }

  /** Strings that follow each other are one. */
  #strings(): string {
    let text = ''
    for (let token = this.#next; token?.kind === 'string'; token = this.#next) {
      text += token.text
      this.#at++
    }
    return text
  }

  #skip(mark: string): boolean {
    if (this.#next?.kind !== 'mark' || this.#next.text !== mark) return false
    this.#at++
    return true
  }

  #wrong(): Unreadable {
    const token = this.#next
    const { at } = token ?? this.#tokens.at(-1) ?? { at: 0 }
    return new Unreadable({ kind: 'syntax', at, before: token && written(token) })
  }
}

function written({ kind, text }: Token): string {
  if (kind === 'string') return `"${text.replace(/["\\]/g, '\\$&')}"`
  if (kind === 'atom') return /^[a-z][\w@]*$/.test(text) ? text : `'${text.replace(/['\\]/g, '\\$&')}'`
  return kind === 'integer' || kind === 'variable' ? text : `'${text}'`
}
