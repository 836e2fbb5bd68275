import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import {
  declarations,
  type Given,
  isOptionName,
  type OptionName,
  optionNames,
  variableOf,
} from './declared-options.ts'
import { ownAddresses } from './option-values.ts'
import { StartError } from './start-error.ts'

export type GivenOptions = ReadonlyMap<OptionName, Given>
export type Environment = Readonly<Record<string, string | undefined>>

/** A configuration that is larger is none. */
const longestFile = 1_000_000

export function readTextFile(origin: string, path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.length > longestFile) throw new Error(`larger than ${longestFile} bytes`)
    return text
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError('BAD_VALUE', `${origin} ${JSON.stringify(path)} cannot be read: ${reason}`)
  }
}

/** Without addresses it means the proxies of this machine; parseArgs would take the next option for its value. */
function spellOut(argv: readonly string[]): string[] {
  return argv.map((arg, at) => {
    const isBare = arg === '--trust-proxy' && (argv[at + 1] ?? '-').startsWith('-')
    return isBare ? `${arg}=${ownAddresses}` : arg
  })
}

interface Arguments {
  readonly given: GivenOptions
  readonly words: readonly string[]
}

/** `strict: false` because the messages of node:util span several lines; the tokens are judged here instead. */
export function readArguments(argv: readonly string[]): Arguments {
  const options = Object.fromEntries(
    [...declarations].map(([name, { value }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(name === 'help' ? { short: 'h' } : {}),
      },
    ]),
  )
  const args = spellOut(argv)
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  const given = new Map<OptionName, Given>()
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const declaration = declarations.get(name)
    if (declaration === undefined || !isOptionName(name))
      throw new StartError('UNKNOWN_OPTION', `unknown option ${rawName}; see --help`)
    const isSwitch = declaration.value === undefined
    if (isSwitch && value !== undefined) throw new StartError('BAD_VALUE', `${rawName} takes no value`)
    if (!isSwitch && (value === undefined || (!token.inlineValue && value.startsWith('-'))))
      throw new StartError('MISSING_VALUE', `${rawName} needs a value`)
    const before = declaration.isList === true ? given.get(name)?.value : undefined
    const all = [before, value ?? 'true'].filter((one) => one !== undefined).join(',')
    given.set(name, { value: all, origin: `--${name}` })
  }
  return { given, words }
}

const switchValues: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['', false],
])

/** A switch that is off is as if it were not given. */
function readSwitch({ value, origin }: Given): Given | undefined {
  const isOn = switchValues.get(value.toLowerCase())
  if (isOn === undefined)
    throw new StartError('BAD_VALUE', `${origin} ${JSON.stringify(value)}: expected true or false`)
  return isOn ? { value: 'true', origin } : undefined
}

function settled(entries: Iterable<readonly [OptionName, Given]>): GivenOptions {
  const given = new Map<OptionName, Given>()
  for (const [name, one] of entries) {
    const isSwitch = declarations.get(name)?.value === undefined
    const kept = isSwitch ? readSwitch(one) : one
    if (kept !== undefined) given.set(name, kept)
  }
  return given
}

const configurable = optionNames.filter((name) => declarations.get(name)?.isFlagOnly !== true)

export function readEnvironment(environment: Environment): GivenOptions {
  return settled(
    configurable.flatMap((name) => {
      const origin = variableOf(name)
      const value = environment[origin]
      return value === undefined ? [] : [[name, { value, origin }] as const]
    }),
  )
}

/** What one cluster of several may have of its own. */
const ofCluster: readonly OptionName[] = [
  'broker',
  'broker-ws',
  'broker-ca',
  'insecure-upstream-tls',
  'read-only',
  'restrict',
  'role',
]

/** Each is asked about itself by every open overview. */
const mostClusters = 50

export interface FileOptions {
  readonly given: GivenOptions
  /** By name, in the order of the file. */
  readonly clusters: ReadonlyMap<string, GivenOptions> | undefined
}

/** One YAML file: options by their names without the dashes, lists as lists or with commas, and `clusters` by name. */
export function readConfigFile(path: string, text: string): FileOptions {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (node: { readonly range?: readonly number[] | null | undefined } | null) =>
    `${path}:${lines.linePos(node?.range?.[0] ?? 0).line}`
  const [fault] = document.errors
  if (fault !== undefined)
    throw new StartError('BAD_CONFIG', `${path}:${lines.linePos(fault.pos[0]).line}: ${fault.message}`)
  const { contents } = document
  if (contents === null) return { given: new Map(), clusters: undefined }
  const entriesOf = (node: unknown, wanted: string) => {
    if (!isMap<Node, Node>(node)) throw new StartError('BAD_CONFIG', wanted)
    return node.items.map(({ key, value }) => ({
      place: at(isScalar(key) ? key : node),
      name: isScalar(key) ? String(key.value) : '',
      value,
    }))
  }
  const optionsOf = (entries: ReturnType<typeof entriesOf>, known: readonly OptionName[]) =>
    settled(
      entries.map(({ place, name, value }) => {
        if (!isOptionName(name) || !known.includes(name))
          throw new StartError('BAD_CONFIG', `${place}: unknown option ${JSON.stringify(name)}`)
        const origin = `${place}: ${name}`
        return [
          name,
          { value: textOf(value, origin, declarations.get(name)?.isList === true), origin },
        ] as const
      }),
    )
  const entries = entriesOf(contents, `${at(contents)}: expected options by name, such as port: 18383`)
  const [list] = entries.filter(({ name }) => name === 'clusters')
  return {
    given: optionsOf(
      entries.filter((entry) => entry !== list),
      configurable.filter((name) => name !== 'config'),
    ),
    clusters: list && readClusters(list),
  }

  function readClusters({ place, value }: ReturnType<typeof entriesOf>[number]) {
    const clusters = entriesOf(value, `${place}: expected clusters by name, each with its broker`)
    if (clusters.length === 0 || clusters.length > mostClusters)
      throw new StartError('BAD_CONFIG', `${place}: expected 1 to ${mostClusters} clusters`)
    return new Map(
      clusters.map((one) => {
        // It is a part of its address.
        if (!/^(?!\.+$)[\w.~-]{1,64}$/.test(one.name))
          throw new StartError(
            'BAD_CONFIG',
            `${one.place}: a cluster is called by at most 64 letters, digits and - _ . ~`,
          )
        const own = entriesOf(
          one.value,
          `${one.place}: expected the options of ${one.name}, such as broker: http://HOST:18083`,
        )
        return [one.name, optionsOf(own, ofCluster)] as const
      }),
    )
  }
}

function textOf(node: unknown, origin: string, isList: boolean): string {
  if (isScalar(node) && node.value !== null && node.value !== undefined) return String(node.value)
  if (isList && isSeq<Node>(node)) return node.items.map((one) => textOf(one, origin, false)).join(',')
  throw new StartError('BAD_CONFIG', `${origin}: expected ${isList ? 'a value or a list' : 'a value'}`)
}

/** What holds: flags before the environment before the file. */
export function layOver(layers: readonly GivenOptions[]): GivenOptions {
  return new Map(layers.toReversed().flatMap((layer) => [...layer]))
}
