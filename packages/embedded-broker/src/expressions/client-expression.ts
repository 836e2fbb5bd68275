import { createHash } from 'node:crypto'
import type { ClientFacts, ClientText } from '../mqtt/settings.ts'

const textOf = (value: Value | undefined): string =>
  value === undefined || typeof value === 'object' ? '' : String(value)

const isEmpty = (value: Value | undefined): boolean => value === undefined || value === ''

const listOf = (value: Value | undefined): readonly string[] => (typeof value === 'object' ? value : [])

const isTrue = (value: Value | undefined): boolean => value === true || (!isEmpty(value) && value !== false)

/** Arguments, or the items of the one list among them. */
const spread = (given: Given): Given => (typeof given[0] === 'object' ? given[0] : given)

const onText = (run: (text: string) => Value) => (given: Given) => run(textOf(given[0]))

/** The functions of EMQX's expressions that texts of clients are made with. */
const expressionFunctions: ReadonlyMap<string, (given: Given) => Value | undefined> = new Map<
  string,
  (given: Given) => Value | undefined
>([
  ['coalesce', (given) => spread(given).find((one) => !isEmpty(one))],
  ['concat', (given) => spread(given).map(textOf).join('')],
  ['hash', hash],
  ['iif', ([condition, then, otherwise]) => (isTrue(condition) ? then : otherwise)],
  ['is_empty', ([value]) => isEmpty(value)],
  ['join_to_string', ([separator, list]) => listOf(list).join(textOf(separator))],
  ['lower', onText((text) => text.toLowerCase())],
  ['nth', ([at, list]) => listOf(list)[Number(at) - 1]],
  ['num_to_str', onText((text) => text)],
  ['replace', ([text, from, to]) => textOf(text).replaceAll(textOf(from), () => textOf(to))],
  ['str_eq', ([one, other]) => textOf(one) === textOf(other)],
  ['strlen', onText((text) => [...text].length)],
  [
    'substr',
    ([text, start, length]) => {
      const from = Number(start)
      return textOf(text).slice(from, length === undefined ? undefined : from + Number(length))
    },
  ],
  ['tokens', ([text, separators]) => tokensOf(textOf(text), textOf(separators))],
  ['trim', onText((text) => text.trim())],
  ['upper', onText((text) => text.toUpperCase())],
])

type Node =
  | { readonly kind: 'text'; readonly value: string | number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Node[] }

/** Longer ones could be nested deeper than the stack. */
const longest = 4096

const token = /\s*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?)(?![\w.])|([\w.]+)|([()[\],]))/y

class Reader {
  readonly #tokens: string[] = []
  #at = 0

  constructor(text: string) {
    token.lastIndex = 0
    let end = 0
    for (let found = token.exec(text); found !== null; found = token.exec(text)) {
      this.#tokens.push(found[0].trim())
      end = token.lastIndex
    }
    if (text.slice(end).trim() !== '') this.#tokens.push('?')
  }

  read(): Node | undefined {
    const node = this.#node()
    return this.#at === this.#tokens.length ? node : undefined
  }

  #node(): Node | undefined {
    const one = this.#tokens[this.#at++]
    if (one === undefined) return undefined
    if (/^['"]/.test(one)) return { kind: 'text', value: one.slice(1, -1).replaceAll(/\\(.)/g, '$1') }
    if (/^-?\d+(\.\d+)?$/.test(one)) return { kind: 'text', value: Number(one) }
    if (one === '[') {
      const items = this.#list(']')
      return items === undefined ? undefined : { kind: 'list', items }
    }
    if (!/^\w/.test(one)) return undefined
    if (this.#tokens[this.#at] !== '(') return { kind: 'name', name: one }
    this.#at++
    const given = this.#list(')')
    return given === undefined ? undefined : { kind: 'call', name: one, arguments: given }
  }

  #list(end: string): readonly Node[] | undefined {
    const nodes: Node[] = []
    if (this.#tokens[this.#at] === end) {
      this.#at++
      return nodes
    }
    for (;;) {
      const node = this.#node()
      if (node === undefined) return undefined
      nodes.push(node)
      const next = this.#tokens[this.#at++]
      if (next === end) return nodes
      if (next !== ',') return undefined
    }
  }
}

function evaluate(node: Node, facts: ReadonlyMap<string, Value>): Value | undefined {
  switch (node.kind) {
    case 'text':
      return node.value
    case 'name':
      return facts.get(node.name)
    case 'list':
      return node.items.map((item) => String(evaluate(item, facts) ?? ''))
    case 'call': {
      const run = expressionFunctions.get(node.name)
      return run?.(node.arguments.map((one) => evaluate(one, facts)))
    }
  }
}

const given = (name: string, value: string | undefined) =>
  value === undefined ? [] : [[name, value] as const]

const factsMap = ({ clientid, username, peerhost, peerport, listener, certificate }: ClientFacts) =>
  new Map<string, Value>([
    ['clientid', clientid],
    ...given('username', username),
    ['peerhost', peerhost],
    ['peername', `${peerhost}:${peerport}`],
    ['listener', listener],
    ['zone', 'default'],
    ...given('cn', certificate?.commonName),
    ...given('dn', certificate?.subject),
  ])

/**
 * An EMQX expression over what a client says of itself: `nth(1, tokens(clientid, '-'))`. Functions that are not known
 * here give nothing, like those that fail.
 */
export function clientText(expression: string): ClientText | undefined {
  const node = expression.length > longest ? undefined : new Reader(expression).read()
  if (node === undefined) return undefined
  return (facts) => {
    const value = evaluate(node, factsMap(facts))
    return value === undefined || Array.isArray(value) ? undefined : String(value)
  }
}

type Value = string | number | boolean | readonly string[]

type Given = readonly (Value | undefined)[]

function hash([algorithm, text]: Given): string | undefined {
  const name = new Map([
    ['md5', 'md5'],
    ['sha', 'sha1'],
    ['sha256', 'sha256'],
  ]).get(textOf(algorithm))
  return name === undefined ? undefined : createHash(name).update(textOf(text)).digest('hex')
}

/** Every character of the second text separates; nothing between two of them is no token. */
function tokensOf(text: string, separators: string): readonly string[] {
  const tokens: string[] = []
  let token = ''
  for (const character of text) {
    if (!separators.includes(character)) token += character
    else if (token !== '') {
      tokens.push(token)
      token = ''
    }
  }
  return token === '' ? tokens : [...tokens, token]
}
