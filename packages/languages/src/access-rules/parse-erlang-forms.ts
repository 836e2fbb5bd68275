import type { ErlangTerm } from '../erlang-term.ts'

/** A term, the offset at which it begins, and the offset at which the next term may begin. */
export interface ErlangForm {
  readonly term: ErlangTerm
  readonly at: number
  readonly end: number
}

/** `before` is the unexpected token as Erlang writes it; undefined at the end of the text. */
interface SyntaxFault {
  readonly kind: 'syntax'
  readonly before: string | undefined
  readonly at: number
}

/** The term is not a constant, because it contains a variable. */
interface BadTerm {
  readonly kind: 'bad-term'
  readonly at: number
}

export type FormFault = SyntaxFault | BadTerm | ScanFault

/** The maximum depth of a term; no rule is nested deeper. */
const maxDepth = 40

class Unreadable extends Error {
  readonly fault: FormFault

  constructor(fault: FormFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/**
 * Reads the next term of a file of Erlang terms, each of which ends with a full stop; undefined if only blanks
 * follow. The result depends on nothing before `from`, and on only one character after its end.
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
    if (token.kind === 'mark') return this.#parseComposed(token, depth + 1)
    // A keyword that begins an expression is no error yet: the error is the token after it.
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

  #parseComposed(token: Token, depth: number): ErlangTerm {
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

  /** Reads consecutive strings as one string. */
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
    return new Unreadable({ kind: 'syntax', at, before: token && formatToken(token) })
  }
}

function formatToken({ kind, text }: Token): string {
  if (kind === 'string') return `"${text.replace(/["\\]/g, '\\$&')}"`
  if (kind === 'atom') return /^[a-z][\w@]*$/.test(text) ? text : `'${text.replace(/['\\]/g, '\\$&')}'`
  return kind === 'integer' || kind === 'variable' ? text : `'${text}'`
}

interface Token {
  readonly kind: 'atom' | 'string' | 'integer' | 'variable' | 'keyword' | 'mark' | 'dot'
  /** The content of strings and atoms; the source text of other tokens. */
  readonly text: string
  /** The offset at which the token begins, counted from 0. */
  readonly at: number
}

interface ScanFault {
  readonly kind: 'illegal' | 'unterminated'
  /** The kind of token: `string`, `character`, `integer`, … */
  readonly what: string
  readonly at: number
}

/** The reserved words of Erlang; they need quotes to be atoms. */
const reserved =
  /^(?:after|and|andalso|band|begin|bnot|bor|bsl|bsr|bxor|case|catch|cond|div|else|end|fun|if|let|maybe|not|of|or|orelse|receive|rem|try|when|xor)$/

const blanks = /(?:[\s\p{Cc}]|%[^\n]*)+/uy
const kinds = [
  ['atom', /[a-z\u00df-\u00f6\u00f8-\u00ff][\p{L}\p{N}_@]*/uy],
  ['variable', /[A-Z_\u00c0-\u00d6\u00d8-\u00de][\p{L}\p{N}_@]*/uy],
  ['integer', /\d+(?:_\d+)*/y],
  ['dot', /\.(?=[\s%]|$)/y],
  ['mark', /<<|>>|=>|:=|->|\|\||[{}[\](),|#:;.+\-*/=<>!?]/y],
] as const
/** Marks that never begin a longer mark; nearly all marks in a rule are of this kind. */
const lone = '{}[](),'

const named = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['s', ' '],
  ['b', '\b'],
  ['d', '\u007f'],
  ['e', '\u001b'],
  ['f', '\f'],
  ['v', '\v'],
])

const escaped = /\\(?:x\{([\da-f]+)\}|x([\da-f]{2})|([0-7]{1,3})|\^(.)|(.))/gisu

function plain(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    escaped,
    (_, long?: string, short?: string, octal?: string, control?: string, letter = '') => {
      const hex = long ?? short
      if (hex !== undefined) {
        const code = Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      }
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 31)
      return named.get(letter) ?? letter
    },
  )
}

/**
 * Returns the tokens of the term that begins at `from`, with the full stop as the last token, or fewer tokens if the
 * text ends before.
 */
function scanErlang(
  text: string,
  from: number,
): { readonly tokens: readonly Token[]; readonly end: number } | { readonly fault: ScanFault } {
  const tokens: Token[] = []
  let at = afterBlanks(text, from)
  while (at < text.length) {
    const quote = text.charAt(at)
    if (quote === '"' || quote === "'") {
      const end = closingQuote(text, at)
      const what = quote === '"' ? 'string' : 'atom'
      if (end === undefined) return { fault: { kind: 'unterminated', what, at } }
      tokens.push({ kind: what, text: plain(text.slice(at + 1, end)), at })
      at = end + 1
    } else {
      const token = tokenAt(text, at)
      if (token === undefined) return { fault: { kind: 'illegal', what: 'character', at } }
      tokens.push(token)
      at += token.text.length
      if (token.kind === 'dot') break
    }
    at = afterBlanks(text, at)
  }
  return { tokens, end: at }
}

function afterBlanks(text: string, at: number): number {
  const code = text.charCodeAt(at)
  // This check runs before nearly every token; the regular expression takes ten times as long.
  if (code > 0x20 && code < 0x7f && code !== 0x25) return at
  return at + (matchAt(blanks, text, at)?.length ?? 0)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function tokenAt(text: string, at: number): Token | undefined {
  const first = text.charAt(at)
  if (lone.includes(first)) return { kind: 'mark', text: first, at }
  for (const [kind, pattern] of kinds) {
    const found = matchAt(pattern, text, at)
    if (found === undefined) continue
    return { kind: kind === 'atom' && reserved.test(found) ? 'keyword' : kind, text: found, at }
  }
  return undefined
}

/** Returns the offset of the closing quote. Strings may span several lines. */
function closingQuote(text: string, open: number): number | undefined {
  const quote = text.charCodeAt(open)
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
  return undefined
}

const backslash = 0x5c
