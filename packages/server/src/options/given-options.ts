import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { describeYamlFault } from '#lib/describe-yaml-fault.ts'
import { StartError } from '#lib/start-error.ts'
import {
  declarations,
  type GivenOption,
  isOptionName,
  type OptionName,
  optionNames,
  toVariableName,
} from './declared-options.ts'
import { badValue, ownAddresses, spellValue } from './option-values.ts'

export type GivenOptions = ReadonlyMap<OptionName, GivenOption>
export type Environment = Readonly<Record<string, string | undefined>>

/** The maximum size of a configuration file, in bytes. */
const longestFile = 1_000_000

/**
 * Reads the file that an option names. If the file holds a secret, errors do not contain its path, because the value
 * may be the secret itself.
 */
export function readTextFile(
  given: GivenOption,
  holds: 'text' | 'secret' = 'text',
  most = longestFile,
): string {
  const refusal = (reason: string) => {
    const path = holds === 'secret' ? '' : spellValue(given)
    return new StartError('BAD_VALUE', `${given.origin}${path} names no file that can be read: ${reason}`)
  }
  let text: string | undefined
  try {
    text = readWithin(given.value, most)
  } catch (error) {
    // Only the error code is used, because the message contains the path.
    throw refusal(error instanceof Error && 'code' in error ? String(error.code) : 'it is none')
  }
  if (text === undefined) throw refusal(`it is larger than ${most} bytes`)
  return text
}

/**
 * Returns a function that reads the file anew at each call. Only a regular file can be read again; for a pipe, it
 * returns the first value.
 */
export function rereadFile<T>(given: GivenOption, first: T, read: (given: GivenOption) => T): () => T {
  return () => (isPipe(given.value) ? first : read(given))
}

function isPipe(path: string): boolean {
  try {
    return !statSync(path).isFile()
  } catch {
    // The function that reads the file reports the error.
    return false
  }
}

/** Reads up to `most` bytes; returns undefined if there are more, because the path may name a device without an end. */
function readWithin(path: string, most: number): string | undefined {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(most + 1)
    for (let length = 0; length <= most; ) {
      const read = readSync(file, bytes, length, bytes.length - length, null)
      if (read === 0) return bytes.toString('utf8', 0, length)
      length += read
    }
    return undefined
  } finally {
    closeSync(file)
  }
}

/**
 * Completes a flag `--trust-proxy` without addresses, which means the proxies of this machine; `parseArgs` would take
 * the next option as its value.
 */
function spellOut(argv: readonly string[]): string[] {
  return argv.map((arg, at) => {
    const isBare = arg === '--trust-proxy' && (argv[at + 1] ?? '-').startsWith('-')
    return isBare ? `${arg}=${ownAddresses}` : arg
  })
}

/** An argument that is not an option. */
export interface Word {
  readonly text: string
  /**
   * The text for messages, which may be shortened: behind a secret, the argument may be the rest of a secret with
   * blanks.
   */
  readonly spelled: string
}

interface Arguments {
  readonly given: GivenOptions
  readonly words: readonly Word[]
}

/**
 * Returns the part of an unknown option that a message may contain, because a secret may have been joined to the
 * option.
 */
function spellOption(rawName: string): string {
  const joined = optionNames.find(
    (name) => declarations.get(name)?.isSecret === true && rawName.startsWith(`--${name}`),
  )
  const [start = ''] = /^-{0,2}[\w-]{0,40}/.exec(joined === undefined ? rawName : `--${joined}`) ?? []
  return start === rawName ? rawName : `${start}…`
}

/**
 * Parses the arguments. `strict: false` is set because the messages of node:util span several lines; the tokens are
 * checked here instead.
 */
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
  const given = new Map<OptionName, GivenOption>()
  const words: Word[] = []
  let secretBefore: string | undefined
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const text = token.value
      const spelled =
        secretBefore === undefined ? JSON.stringify(text) : `behind the value of ${secretBefore}`
      words.push({ text, spelled })
    }
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const declaration = declarations.get(name)
    if (declaration === undefined || !isOptionName(name))
      throw new StartError('UNKNOWN_OPTION', `unknown option ${spellOption(rawName)}; see --help`)
    const isSwitch = declaration.value === undefined
    if (isSwitch && value !== undefined) throw new StartError('BAD_VALUE', `${rawName} takes no value`)
    // A single dash is the standard output.
    const isOption = !token.inlineValue && value !== '-' && value?.startsWith('-') === true
    if (!isSwitch && (value === undefined || isOption))
      throw new StartError('MISSING_VALUE', `${rawName} needs a value`)
    if (declaration.isSecret === true) secretBefore = rawName
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

/** Reads a switch; a switch that is off counts as not given. */
function readSwitch(given: GivenOption): GivenOption | undefined {
  const isOn = switchValues.get(given.value.toLowerCase())
  if (isOn === undefined) throw badValue(given, 'true or false')
  return isOn ? { value: 'true', origin: given.origin } : undefined
}

function settleOptions(entries: Iterable<readonly [OptionName, GivenOption]>): GivenOptions {
  const given = new Map<OptionName, GivenOption>()
  for (const [name, one] of entries) {
    const isSwitch = declarations.get(name)?.value === undefined
    const kept = isSwitch ? readSwitch(one) : one
    if (kept !== undefined) given.set(name, kept)
  }
  return given
}

const configurable = optionNames.filter((name) => declarations.get(name)?.isFlagOnly !== true)

export function readEnvironment(environment: Environment): GivenOptions {
  return settleOptions(
    configurable.flatMap((name) => {
      const origin = toVariableName(name)
      const value = environment[origin]
      return value === undefined ? [] : [[name, { value, origin }] as const]
    }),
  )
}

/** The options that each of several clusters may have of its own. */
const ofCluster: readonly OptionName[] = [
  'broker',
  'broker-ws',
  'broker-ca',
  'insecure-upstream-tls',
  'read-only',
  'restrict',
  'role',
  'health-key-file',
]

/** The maximum number of clusters, because every open overview sends requests to each of them. */
const mostClusters = 50

export interface FileOptions {
  readonly given: GivenOptions
  /** The options of the clusters by name, in the order of the file. */
  readonly clusters: ReadonlyMap<string, GivenOptions> | undefined
}

/**
 * Reads a YAML file: options by their names without the dashes, lists as lists or with commas, and `clusters` by
 * name.
 */
export function readConfigFile(path: string, text: string): FileOptions {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (node: { readonly range?: readonly number[] | null | undefined } | null) =>
    `${path}:${lines.linePos(node?.range?.[0] ?? 0).line}`
  const [fault] = document.errors
  if (fault !== undefined)
    throw new StartError(
      'BAD_CONFIG',
      `${path}:${lines.linePos(fault.pos[0]).line}: ${describeYamlFault(fault.code)}`,
    )
  const { contents } = document
  if (contents === null) return { given: new Map(), clusters: undefined }
  const readEntries = (node: unknown, wanted: string) => {
    if (!isMap<Node, Node>(node)) throw new StartError('BAD_CONFIG', wanted)
    return node.items.map(({ key, value }) => ({
      place: at(isScalar(key) ? key : node),
      name: isScalar(key) ? String(key.value) : '',
      value,
    }))
  }
  const readOptions = (entries: ReturnType<typeof readEntries>, known: readonly OptionName[]) =>
    settleOptions(
      entries.map(({ place, name, value }) => {
        if (!isOptionName(name) || !known.includes(name))
          throw new StartError('BAD_CONFIG', `${place}: unknown option${spellKey(name, value)}`)
        const origin = `${place}: ${name}`
        return [
          name,
          { value: readNodeText(value, origin, declarations.get(name)?.isList === true), origin },
        ] as const
      }),
    )
  const entries = readEntries(contents, `${at(contents)}: expected options by name, such as port: 18383`)
  const [list] = entries.filter(({ name }) => name === 'clusters')
  return {
    given: readOptions(
      entries.filter((entry) => entry !== list),
      configurable.filter((name) => name !== 'config'),
    ),
    clusters: list && readClusters(list),
  }

  function readClusters({ place, value }: ReturnType<typeof readEntries>[number]) {
    const clusters = readEntries(value, `${place}: expected clusters by name, each with its broker`)
    if (clusters.length === 0 || clusters.length > mostClusters)
      throw new StartError('BAD_CONFIG', `${place}: expected 1 to ${mostClusters} clusters`)
    return new Map(
      clusters.map((one) => {
        // The name becomes a part of the URL.
        if (!/^(?!\.+$)[\w.~-]{1,64}$/.test(one.name))
          throw new StartError(
            'BAD_CONFIG',
            `${one.place}: a cluster is called by at most 64 letters, digits and - _ . ~`,
          )
        const own = readEntries(
          one.value,
          `${one.place}: expected the options of ${one.name}, such as broker: http://HOST:18083`,
        )
        return [one.name, readOptions(own, ofCluster)] as const
      }),
    )
  }
}

/**
 * Returns the name for a message, if it looks like an option with a value; a password that YAML reads as a key mostly
 * has no value.
 */
function spellKey(name: string, value: unknown): string {
  const hasValue = value !== null && !(isScalar(value) && value.value === null)
  return hasValue && /^[a-z-]{1,40}$/.test(name) ? ` ${JSON.stringify(name)}` : ''
}

/** Returns a scalar as text. Numbers stay as they are written, because a password of digits is a text. */
function readNodeText(node: unknown, origin: string, isList: boolean): string {
  if (isScalar(node) && typeof node.value === 'string') return node.value
  if (isScalar(node) && node.value !== null && node.value !== undefined)
    return node.source ?? String(node.value)
  if (isList && isSeq<Node>(node)) return node.items.map((one) => readNodeText(one, origin, false)).join(',')
  throw new StartError('BAD_CONFIG', `${origin}: expected ${isList ? 'a value or a list' : 'a value'}`)
}

/** Merges the layers: flags take precedence over the environment, and the environment over the file. */
export function layOver(layers: readonly GivenOptions[]): GivenOptions {
  return new Map(layers.toReversed().flatMap((layer) => [...layer]))
}
