import { parseArgs } from 'node:util'
import type { Edition } from '@brokerdeck/embedded-broker/broker/edition.ts'
import {
  ownAddresses,
  parseBasePath,
  parseBrokerUrl,
  parseEdition,
  parseHost,
  parseHosts,
  parseNets,
  parsePort,
  parseWebSocketUrl,
  parseWholeNumber,
} from './option-values.ts'
import { StartError } from './start-error.ts'

export interface EmbeddedSource {
  readonly kind: 'embedded'
  readonly nodes: number
  readonly dataDir: string
  readonly mqttPort: number
  readonly wsPort: number
  readonly hasSampleFleet: boolean
  readonly adminPassword: string | undefined
  readonly edition: Edition
}

export interface ClusterSource {
  readonly kind: 'cluster'
  readonly url: URL
  readonly webSocketUrl: URL
  readonly insecureTls: boolean
}

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly readOnly: boolean
  /** Names beside those of this machine by which it may be asked. */
  readonly allowedHosts: readonly string[]
  /** Addresses and networks of reverse proxies whose word about the client counts. */
  readonly trustedProxies: readonly string[]
  readonly source: EmbeddedSource | ClusterSource
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'check'; readonly broker: URL; readonly user: string; readonly insecureTls: boolean }
  | { readonly kind: 'serve'; readonly options: ServeOptions }

const declared = {
  broker: { type: 'string' },
  'broker-ws': { type: 'string' },
  'insecure-upstream-tls': { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'base-path': { type: 'string' },
  'read-only': { type: 'boolean' },
  'allowed-host': { type: 'string' },
  'trust-proxy': { type: 'string' },
  'data-dir': { type: 'string' },
  nodes: { type: 'string' },
  'mqtt-port': { type: 'string' },
  'ws-port': { type: 'string' },
  'no-sample-fleet': { type: 'boolean' },
  'admin-password': { type: 'string' },
  edition: { type: 'string' },
  user: { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type OptionName = keyof typeof declared
type Given = ReadonlyMap<OptionName, string>

const clusterOnly: readonly OptionName[] = ['broker-ws', 'insecure-upstream-tls']
const embeddedOnly: readonly OptionName[] = [
  'data-dir',
  'nodes',
  'mqtt-port',
  'ws-port',
  'no-sample-fleet',
  'admin-password',
  'edition',
]
/** Given several times, or with commas. */
const listed: readonly OptionName[] = ['allowed-host', 'trust-proxy']
const checkOptions: readonly OptionName[] = ['broker', 'user', 'insecure-upstream-tls']

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(declared, name)
}

/** Without addresses it means the proxies of this machine; parseArgs would take the next option for its value. */
function spellOut(argv: readonly string[]): string[] {
  return argv.map((arg, at) => {
    const isBare = arg === '--trust-proxy' && (argv[at + 1] ?? '-').startsWith('-')
    return isBare ? `${arg}=${ownAddresses}` : arg
  })
}

/** `strict: false` because the messages of node:util span several lines; the tokens are judged here instead. */
function readTokens(argv: readonly string[]): { readonly given: Given; readonly words: readonly string[] } {
  const { tokens } = parseArgs({
    args: spellOut(argv),
    options: declared,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = new Map<OptionName, string>()
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    if (!isOptionName(token.name))
      throw new StartError('UNKNOWN_OPTION', `unknown option ${token.rawName}; see --help`)
    const isSwitch = declared[token.name].type === 'boolean'
    if (isSwitch && token.value !== undefined) {
      throw new StartError('BAD_VALUE', `${token.rawName} takes no value`)
    }
    if (!isSwitch && (token.value === undefined || (!token.inlineValue && token.value.startsWith('-')))) {
      throw new StartError('MISSING_VALUE', `${token.rawName} needs a value`)
    }
    const before = listed.includes(token.name) ? given.get(token.name) : undefined
    given.set(token.name, [before, token.value].filter((value) => value !== undefined).join(','))
  }
  return { given, words }
}

function defaultWebSocketUrl(broker: URL): URL {
  return new URL(`ws://${broker.hostname}:8083/mqtt`)
}

function readSource(given: Given): EmbeddedSource | ClusterSource {
  const broker = given.get('broker')
  const [misplaced] = (broker === undefined ? clusterOnly : embeddedOnly).filter((name) => given.has(name))
  if (misplaced !== undefined) {
    const reason =
      broker === undefined ? 'needs --broker' : 'belongs to the embedded broker, which --broker switches off'
    throw new StartError('CONFLICTING_OPTIONS', `--${misplaced} ${reason}`)
  }
  if (broker !== undefined) {
    const url = parseBrokerUrl('broker', broker)
    const webSocket = given.get('broker-ws')
    return {
      kind: 'cluster',
      url,
      webSocketUrl:
        webSocket === undefined ? defaultWebSocketUrl(url) : parseWebSocketUrl('broker-ws', webSocket),
      insecureTls: given.has('insecure-upstream-tls'),
    }
  }
  const adminPassword = given.get('admin-password')
  if (adminPassword === '') throw new StartError('BAD_VALUE', '--admin-password must not be empty')
  const dataDir = given.get('data-dir') ?? '.brokerdeck'
  if (dataDir === '') throw new StartError('BAD_VALUE', '--data-dir must not be empty')
  // Ports of further nodes follow the first.
  const nodes = parseWholeNumber('nodes', given.get('nodes') ?? '3', 1, 16)
  return {
    kind: 'embedded',
    nodes,
    dataDir,
    mqttPort: parsePort('mqtt-port', given.get('mqtt-port') ?? '11883', 65_536 - nodes),
    wsPort: parsePort('ws-port', given.get('ws-port') ?? '18084', 65_536 - nodes),
    hasSampleFleet: !given.has('no-sample-fleet'),
    adminPassword,
    edition: parseEdition('edition', given.get('edition') ?? 'community'),
  }
}

function readCheck(given: Given): Command {
  const [misplaced] = [...given.keys()].filter((name) => !checkOptions.includes(name))
  if (misplaced !== undefined) {
    throw new StartError('CONFLICTING_OPTIONS', `--${misplaced} has no meaning for brokerdeck check`)
  }
  const broker = given.get('broker')
  const user = given.get('user')
  if (broker === undefined) throw new StartError('MISSING_OPTION', 'brokerdeck check needs --broker URL')
  if (user === undefined || user === '')
    throw new StartError('MISSING_OPTION', 'brokerdeck check needs --user NAME')
  return {
    kind: 'check',
    broker: parseBrokerUrl('broker', broker),
    user,
    insecureTls: given.has('insecure-upstream-tls'),
  }
}

/** What the arguments ask for; throws a StartError that names the fault. */
export function parseOptions(argv: readonly string[]): Command {
  const { given, words } = readTokens(argv)
  if (given.has('help')) return { kind: 'help' }
  if (given.has('version')) return { kind: 'version' }
  const [word, ...surplus] = words
  if (word !== undefined && word !== 'check') {
    throw new StartError(
      'UNKNOWN_COMMAND',
      `unknown command ${JSON.stringify(word)}; there is only "check"; see --help`,
    )
  }
  if (surplus.length > 0) {
    throw new StartError('UNKNOWN_COMMAND', `unexpected argument ${JSON.stringify(surplus[0])}; see --help`)
  }
  if (word === 'check') return readCheck(given)
  if (given.has('user')) throw new StartError('CONFLICTING_OPTIONS', '--user belongs to brokerdeck check')
  return {
    kind: 'serve',
    options: {
      host: parseHost('host', given.get('host') ?? '127.0.0.1'),
      port: parsePort('port', given.get('port') ?? '18383'),
      basePath: parseBasePath('base-path', given.get('base-path') ?? '/'),
      readOnly: given.has('read-only'),
      allowedHosts: parseHosts('allowed-host', given.get('allowed-host')),
      trustedProxies: parseNets('trust-proxy', given.get('trust-proxy')),
      source: readSource(given),
    },
  }
}
