import { functionLines, registryLines } from './function-lines.ts'

/** Of `broker` depends on what the broker has around it: nobody else can say. */
export type FunctionGroup = keyof typeof functionLines

/** What a literal has to be for the broker to take it; `map` is one, or its JSON as text. */
export type ArgumentType = 'any' | 'integer' | 'number' | 'float' | 'text' | 'list' | 'map'

/** What a function gives; `any` where that depends on what it gets. */
export type ResultType = ArgumentType | 'boolean'

export interface Argument {
  /** What it is for, or its type again where there is no more to say. */
  readonly name: string
  readonly type: ArgumentType
  readonly isOptional: boolean
  /** Any number of them may follow. */
  readonly isRepeated: boolean
  /** The only texts that it may be. */
  readonly options?: readonly string[]
}

export interface CatalogueEntry {
  readonly name: string
  readonly group: FunctionGroup
  readonly args: readonly Argument[]
  readonly gives: ResultType
  /** Tried on the payload `{"a":1,"list":[1,2,3]}`. */
  readonly example: string
  /** The example's result as JSON; undefined where it is another each time. */
  readonly result: string | undefined
}

const resultTypes: ReadonlySet<string> = new Set<ResultType>([
  ...(['any', 'integer', 'number', 'float', 'text', 'list', 'map', 'boolean'] as const),
])
const isResultType = (name: string | undefined): name is ResultType => resultTypes.has(name ?? '')

const call = /^(\w+)\((.*)\): (\w+)$/

/** The type of each argument by its name; of a function where others take less. */
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

/** What an argument can only be, by its name; of a function where others call theirs alike. */
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

/** What a statement can call. */
export const functionCatalogue: readonly CatalogueEntry[] = groups.flatMap((group) =>
  entries(group, functionLines[group]),
)

/** What the broker alone can do: it depends on what it has around it. */
export const brokerOnlyFunctions: ReadonlySet<string> = new Set(
  functionCatalogue.flatMap(({ name, group }) => (group === 'broker' ? [name] : [])),
)

/** What a schema registry answers, where the broker has one. */
export const registryFunctions: ReadonlySet<string> = new Set(
  entries('broker', registryLines).map(({ name }) => name),
)

/** How many arguments a call may have. */
export function countArguments({ args }: CatalogueEntry): readonly number[] | 'any' {
  if (args.some(({ isRepeated }) => isRepeated)) return 'any'
  const optional = args.filter(({ isOptional }) => isOptional).length
  return Array.from({ length: optional + 1 }, (_, more) => args.length - optional + more)
}

/** Which arguments are given where a call has so many: those that may be left out are, before others do. */
export function matchArguments({ args }: CatalogueEntry, count: number): readonly (Argument | undefined)[] {
  const needed = args.filter(({ isOptional, isRepeated }) => !isOptional && !isRepeated).length
  let spare = count - needed
  const given = args.filter(({ isOptional }) => !isOptional || spare-- > 0)
  const last = given.at(-1)
  return Array.from({ length: count }, (_, at) => given[at] ?? (last?.isRepeated === true ? last : undefined))
}

/** As it is read: `substr(text, start, length?)`. */
export const formatSignature = ({ name, args }: CatalogueEntry) =>
  `${name}(${args.map((arg) => `${arg.name}${arg.isOptional ? '?' : ''}${arg.isRepeated ? '…' : ''}`).join(', ')})`

/** As it is begun: with the arguments that must be given, each in `#{}`, a place to type at. */
export function callTemplate({ name, args }: CatalogueEntry): string {
  const places = args.filter(({ isOptional }) => !isOptional).map((arg) => `#{${arg.name}}`)
  return `${name}(${places.join(', ')})#{}`
}
