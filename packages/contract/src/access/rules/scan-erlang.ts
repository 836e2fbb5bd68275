export interface Token {
  readonly kind: 'atom' | 'string' | 'integer' | 'variable' | 'keyword' | 'mark' | 'dot'
  /** Of strings and atoms what they say, of others how they are written. */
  readonly text: string
  /** Where it begins, from 0. */
  readonly at: number
}

export interface ScanFault {
  readonly kind: 'illegal' | 'unterminated'
  /** `string`, `character`, `integer`, … */
  readonly what: string
  readonly at: number
}

/** Reserved words of Erlang; as atoms they need quotes. */
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
/** Marks that begin no longer one; nearly all that is in a rule. */
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

/** The tokens of the term that begins at `from`, its full stop the last of them; fewer where the text ends before. */
export function scanErlang(
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
  // Asked before nearly every token; an expression takes ten times as long.
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

/** Strings may go on over lines. */
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
