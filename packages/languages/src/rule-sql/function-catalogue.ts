import { functionLines, registryLines } from './function-lines.ts'

/**
 * The results of functions in the group `broker` depend on the broker's surroundings, so only the broker knows them.
 */
export type FunctionGroup = keyof typeof functionLines

/** The type that the broker requires of a literal; a `map` may also be its JSON as text. */
export type ArgumentType = 'any' | 'integer' | 'number' | 'float' | 'text' | 'list' | 'map'

/** The type of the result of a function; `any` if it depends on the arguments. */
export type ResultType = ArgumentType | 'boolean'

export interface Argument {
  /** The purpose of the argument, or its type if that says enough. */
  readonly name: string
  readonly type: ArgumentType
  readonly isOptional: boolean
  /** True if any number of such arguments may follow. */
  readonly isRepeated: boolean
  /** The only texts that are allowed. */
  readonly options?: readonly string[]
}

export interface CatalogueEntry {
  readonly name: string
  readonly group: FunctionGroup
  readonly args: readonly Argument[]
  readonly gives: ResultType
  /** An example call on the payload `{"a":1,"list":[1,2,3]}`. */
  readonly example: string
  /** The result of the example as JSON; undefined if it differs each time. */
  readonly result: string | undefined
}

const resultTypes: ReadonlySet<string> = new Set<ResultType>([
  ...(['any', 'integer', 'number', 'float', 'text', 'list', 'map', 'boolean'] as const),
])
const isResultType = (name: string | undefined): name is ResultType => resultTypes.has(name ?? '')

const call = /^(\w+)\((.*)\): (\w+)$/

/** The type of each argument by its name; prefixed with the function if the function accepts a different type. */
const types: Readonly<Record<string, ArgumentType>> = {
  integer: 'integer',
  by: 'integer',
  decimals: 'integer',
  index: 'integer',
  start: 'integer',
  length: 'integer',
  number: 'number',
  base: 'number',
  exponent: 'number',
  float: 'float',
  text: 'text',
  bytes: 'text',
  prefix: 'text',
  separator: 'text',
  separators: 'text',
  part: 'text',
  old: 'text',
  new: 'text',
  pattern: 'text',
  format: 'text',
  program: 'text',
  unit: 'text',
  algorithm: 'text',
  list: 'list',
  map: 'map',
  'map_get.map': 'any',
}

const units = ['second', 'millisecond', 'microsecond', 'nanosecond']

/** The allowed values of an argument by its name; prefixed with the function if other functions use the same name. */
const options: Readonly<Record<string, readonly string[]>> = {
  unit: units,
  algorithm: [
    'md5',
    'ripemd160',
    'sha',
    'sha224',
    'sha256',
    'sha384',
    'sha512',
    'blake2b',
    'blake2s',
    'sha3_224',
    'sha3_256',
    'sha3_384',
    'sha3_512',
  ],
  type: ['integer', 'float', 'bits'],
  sign: ['unsigned', 'signed'],
  order: ['big', 'little'],
  side: ['leading', 'trailing', 'both'],
  how: ['notrim', 'leading', 'leading_notrim', 'trailing', 'trailing_notrim'],
  option: ['nocrlf'],
  'replace.where': ['all', 'leading', 'trailing'],
  'find.where': ['leading', 'trailing'],
}

function argument(called: string, written: string): Argument {
  const [, name = written, mark = ''] = /^(.*?)(\?|\.\.\.)?$/.exec(written) ?? []
  const only = options[`${called}.${name}`] ?? options[name]
  return {
    name,
    type: types[`${called}.${name}`] ?? types[name] ?? 'any',
    isOptional: mark === '?',
    isRepeated: mark === '...',
    ...(only !== undefined && { options: only }),
  }
}

function entries(group: FunctionGroup, lines: (typeof functionLines)[FunctionGroup]): CatalogueEntry[] {
  return lines.map(([written, example, result]) => {
    const [, name = written, args = '', gives] = call.exec(written) ?? []
    return {
      name,
      group,
      example,
      result,
      args: args === '' ? [] : args.split(', ').map((one) => argument(name, one)),
      gives: isResultType(gives) ? gives : 'any',
    }
  })
}

const groups = [
  ...(['math', 'bits', 'types', 'conversion', 'text', 'map', 'array', 'encoding'] as const),
  ...(['time', 'event', 'other', 'broker'] as const),
]

/** The functions that a statement can call. */
export const functionCatalogue: readonly CatalogueEntry[] = groups.flatMap((group) =>
  entries(group, functionLines[group]),
)

/** The functions that only the broker can run, because they depend on its surroundings. */
export const brokerOnlyFunctions: ReadonlySet<string> = new Set(
  functionCatalogue.flatMap(({ name, group }) => (group === 'broker' ? [name] : [])),
)

/** The functions that a schema registry can run, if the broker has one. */
export const registryFunctions: ReadonlySet<string> = new Set(
  entries('broker', registryLines).map(({ name }) => name),
)

/** Returns the numbers of arguments that a call may have. */
export function countArguments({ args }: CatalogueEntry): readonly number[] | 'any' {
  if (args.some(({ isRepeated }) => isRepeated)) return 'any'
  const optional = args.filter(({ isOptional }) => isOptional).length
  return Array.from({ length: optional + 1 }, (_, more) => args.length - optional + more)
}

/**
 * Assigns the arguments of a call to parameters: with fewer arguments, the last optional parameters are left out
 * first.
 */
export function matchArguments({ args }: CatalogueEntry, count: number): readonly (Argument | undefined)[] {
  const needed = args.filter(({ isOptional, isRepeated }) => !isOptional && !isRepeated).length
  let spare = count - needed
  const given = args.filter(({ isOptional }) => !isOptional || spare-- > 0)
  const last = given.at(-1)
  return Array.from({ length: count }, (_, at) => given[at] ?? (last?.isRepeated === true ? last : undefined))
}

/** Formats the signature for display: `substr(text, start, length?)`. */
export const formatSignature = ({ name, args }: CatalogueEntry) =>
  `${name}(${args.map((arg) => `${arg.name}${arg.isOptional ? '?' : ''}${arg.isRepeated ? '…' : ''}`).join(', ')})`

/** Returns a template for a new call with the required arguments, each in `#{}`, which is a place to type at. */
export function callTemplate({ name, args }: CatalogueEntry): string {
  const places = args.filter(({ isOptional }) => !isOptional).map((arg) => `#{${arg.name}}`)
  return `${name}(${places.join(', ')})#{}`
}
