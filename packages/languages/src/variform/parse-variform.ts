export type VariformNode =
  | { readonly kind: 'value'; readonly value: string | bigint | number; readonly written: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly VariformNode[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly VariformNode[] }

export type ParsedVariform = { readonly node: VariformNode } | { readonly fault: string }

/** The maximum length; a longer expression could be nested more deeply than the stack allows. */
const longest = 4096

const token =
  /\s*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([+-]?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_][\w.-]*)|([()[\],]))/y

type Token =
  | { readonly kind: 'text' | 'number' | 'name'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: '(' | ')' | '[' | ']' | ',' }

/** Parses an expression as the broker's parser does; errors are in the broker's words. */
export function parseVariform(text: string): ParsedVariform {
  if (text.length > longest) return { fault: `the expression is longer than ${longest} characters` }
  const tokens = tokenize(text)
  return 'fault' in tokens ? tokens : new Reader(tokens.found).read()
}

/** Parses the value of an operation, where the broker rejects a constant at its beginning. */
export function parseOperationValue(text: string): ParsedVariform {
  const parsed = parseVariform(text)
  if ('fault' in parsed) return parsed
  const { node } = parsed
  if (node.kind === 'value') return { fault: `syntax error before: ${node.written}` }
  return node.kind === 'list' ? { fault: `syntax error before: '['` } : parsed
}

function tokenize(text: string): { readonly found: readonly Token[] } | { readonly fault: string } {
  const found: Token[] = []
  token.lastIndex = 0
  let end = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    end = token.lastIndex
    const [, quoted, number, name, sign] = match
    if (quoted !== undefined)
      found.push({ kind: 'text', text: quoted.slice(1, -1).replaceAll(/\\(.)/gs, '$1') })
    else if (number !== undefined) found.push({ kind: 'number', text: number })
    else if (name !== undefined) found.push({ kind: 'name', text: name })
    else if (sign === '(' || sign === ')' || sign === '[' || sign === ']' || sign === ',')
      found.push({ kind: 'sign', text: sign })
  }
  const rest = text.slice(end).trim()
  return rest === '' ? { found } : { fault: `illegal characters ${JSON.stringify(rest.slice(0, 20))}` }
}

const formatToken = ({ kind, text }: Token) =>
  kind === 'number' ? text : kind === 'sign' ? `'${text}'` : JSON.stringify(text)

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  read(): ParsedVariform {
    const node = this.#node()
    if (node === undefined || this.#at < this.#tokens.length) return this.#fault(node === undefined)
    return { node }
  }

  /** Returns the error for the token at which parsing failed. */
  #fault(isInside: boolean): ParsedVariform {
    const found = this.#tokens[isInside ? this.#at - 1 : this.#at]
    return { fault: `syntax error before: ${found === undefined ? '' : formatToken(found)}` }
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++]
  }

  #isSign(sign: string): boolean {
    const next = this.#tokens[this.#at]
    return next?.kind === 'sign' && next.text === sign
  }

  #node(): VariformNode | undefined {
    const one = this.#next()
    if (one === undefined) return undefined
    switch (one.kind) {
      case 'text':
        return { kind: 'value', value: one.text, written: formatToken(one) }
      case 'number': {
        const value = one.text.includes('.') ? Number(one.text) : BigInt(one.text.replace('+', ''))
        return { kind: 'value', value, written: formatToken(one) }
      }
      case 'name': {
        if (!this.#isSign('(')) return { kind: 'name', name: one.text }
        this.#at++
        const args = this.#list(')')
        return args === undefined ? undefined : { kind: 'call', name: one.text, args }
      }
      case 'sign': {
        if (one.text !== '[') return undefined
        const items = this.#list(']')
        return items === undefined ? undefined : { kind: 'list', items }
      }
    }
  }

  #list(end: ')' | ']'): readonly VariformNode[] | undefined {
    const nodes: VariformNode[] = []
    if (this.#isSign(end)) {
      this.#at++
      return nodes
    }
    for (;;) {
      const node = this.#node()
      if (node === undefined) return undefined
      nodes.push(node)
      const next = this.#next()
      if (next?.kind !== 'sign') return undefined
      if (next.text === end) return nodes
      if (next.text !== ',') return undefined
    }
  }
}
