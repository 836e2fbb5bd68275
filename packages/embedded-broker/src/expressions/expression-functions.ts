import { createHash } from 'node:crypto'

export type Value = string | number | boolean | readonly string[]
type Given = readonly (Value | undefined)[]

const textOf = (value: Value | undefined): string =>
  value === undefined || typeof value === 'object' ? '' : String(value)
const isEmpty = (value: Value | undefined): boolean => value === undefined || value === ''
const listOf = (value: Value | undefined): readonly string[] => (typeof value === 'object' ? value : [])
const isTrue = (value: Value | undefined): boolean => value === true || (!isEmpty(value) && value !== false)
/** Arguments, or the items of the one list among them. */
const spread = (given: Given): Given => (typeof given[0] === 'object' ? given[0] : given)

const onText = (run: (text: string) => Value) => (given: Given) => run(textOf(given[0]))

function hash([algorithm, text]: Given): string | undefined {
  const name = new Map([
    ['md5', 'md5'],
    ['sha', 'sha1'],
    ['sha256', 'sha256'],
  ]).get(textOf(algorithm))
  return name === undefined ? undefined : createHash(name).update(textOf(text)).digest('hex')
}

/** The functions of EMQX's expressions that texts of clients are made with. */
export const expressionFunctions: ReadonlyMap<string, (given: Given) => Value | undefined> = new Map<
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
