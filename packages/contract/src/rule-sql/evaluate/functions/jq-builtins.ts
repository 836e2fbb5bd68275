import type { JqBuiltin } from './jq-patterns.ts'

const bytes = new TextEncoder()

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function refuse(input: unknown, what: string): never {
  throw new TypeError(`${typeOf(input)} (${JSON.stringify(input)}) ${what}`)
}

/** The names of an object, or the places of a list. */
function keysOf(input: unknown): readonly (string | number)[] {
  if (Array.isArray(input)) return [...input.keys()]
  if (typeof input === 'object' && input !== null) return Object.keys(input)
  return refuse(input, 'has no keys')
}

/** In the order of code points, as jq sorts. */
const byCodePoints = (one: string | number, other: string | number) =>
  one < other ? -1 : one > other ? 1 : 0

function* withoutAffix(
  { input, environment, args: [affixes] }: Parameters<JqBuiltin>[0],
  without: (text: string, affix: string) => string,
): Generator<unknown> {
  for (const affix of affixes?.apply(input, environment) ?? [])
    yield typeof input === 'string' && typeof affix === 'string' ? without(input, affix) : input
}

/** Where jq 1.6 does otherwise than the interpreter, or has what that has not. */
export const mendedBuiltins: readonly (readonly [string, JqBuiltin])[] = [
  [
    'keys/0',
    function* keys({ input }) {
      yield keysOf(input).toSorted(byCodePoints)
    },
  ],
  [
    'keys_unsorted/0',
    function* keysUnsorted({ input }) {
      yield keysOf(input)
    },
  ],
  [
    'utf8bytelength/0',
    function* utf8ByteLength({ input }) {
      yield typeof input === 'string'
        ? bytes.encode(input).length
        : refuse(input, 'only strings have a length in bytes')
    },
  ],
  [
    'tonumber/0',
    function* toNumber({ input }) {
      const number = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
      yield typeof number === 'number' && !Number.isNaN(number)
        ? number
        : refuse(input, 'cannot be read as a number')
    },
  ],
  [
    'ltrimstr/1',
    (call) => withoutAffix(call, (text, affix) => (text.startsWith(affix) ? text.slice(affix.length) : text)),
  ],
  [
    'rtrimstr/1',
    (call) =>
      withoutAffix(call, (text, affix) =>
        affix !== '' && text.endsWith(affix) ? text.slice(0, -affix.length) : text,
      ),
  ],
  ...[
    'abs/0',
    'pick/1',
    'toarray/0',
    'trim/0',
    'ltrim/0',
    'rtrim/0',
    'trimstr/1',
    'toboolean/0',
    'skip/2',
  ].map((name) => [name, () => refuse(name, 'is of later versions')] as const),
]
