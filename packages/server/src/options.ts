import type { Edition } from '@brokerdeck/embedded-broker/broker/edition.ts'
import { declarations, type Given, type OptionName, optionNames } from './declared-options.ts'
import type { DropIn } from './drop-in.ts'
import {
  type Environment,
  type GivenOptions,
  layOver,
  readArguments,
  readConfigFile,
  readEnvironment,
  readTextFile,
} from './given-options.ts'
import {
  parseBasePath,
  parseBrokerUrls,
  parseHost,
  parseHosts,
  parseNets,
  parseOneOf,
  parsePort,
  parseWebSocketUrls,
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
  /** Any of them answers for the cluster; the first that does is asked. */
  readonly urls: readonly [URL, ...URL[]]
  /** MQTT over WebSocket of each. */
  readonly webSocketUrls: readonly [URL, ...URL[]]
  readonly insecureTls: boolean
  /** PEM. */
  readonly ca?: string
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
  /** Files; both are read again when they change. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly accessLog?: AccessLogFormat
  /** Where `/healthz`, `/readyz` and `/metrics` are. */
  readonly metrics?: { readonly host: string; readonly port: number }
  readonly source: EmbeddedSource | ClusterSource
}

const accessLogFormats = ['text', 'json'] as const
export type AccessLogFormat = (typeof accessLogFormats)[number]

export interface CheckCommand {
  readonly kind: 'check'
  readonly broker: URL
  readonly user: string
  readonly insecureTls: boolean
  readonly ca?: string
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | CheckCommand
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | ({ readonly kind: 'drop-in' } & DropIn)
  /** Prints what holds and where it comes from; what it would serve has been checked. */
  | { readonly kind: 'config'; readonly given: GivenOptions }

const clusterOnly: readonly OptionName[] = ['broker-ws', 'broker-ca', 'insecure-upstream-tls']
const embeddedOnly: readonly OptionName[] = [
  'data-dir',
  'nodes',
  'mqtt-port',
  'ws-port',
  'no-sample-fleet',
  'admin-password',
  'admin-password-file',
  'edition',
]
const checkOptions: readonly OptionName[] = ['broker', 'broker-ca', 'user', 'insecure-upstream-tls', 'config']
const editions: readonly Edition[] = ['community', 'enterprise']

/** The given value, or the default as if the flag had said it. */
function orDefault(given: GivenOptions, name: OptionName, fallback: string): Given {
  return given.get(name) ?? { value: fallback, origin: `--${name}` }
}

function conflict(one: Given, reason: string): StartError {
  return new StartError('CONFLICTING_OPTIONS', `${one.origin} ${reason}`)
}

function readSource(given: GivenOptions): EmbeddedSource | ClusterSource {
  const broker = given.get('broker')
  const foreign = broker === undefined ? clusterOnly : embeddedOnly
  const [misplaced] = foreign.flatMap((name) => given.get(name) ?? [])
  if (misplaced !== undefined) {
    const reason =
      broker === undefined ? 'needs --broker' : 'belongs to the embedded broker, which --broker switches off'
    throw conflict(misplaced, reason)
  }
  return broker === undefined ? readEmbedded(given) : readCluster(given, broker)
}

function readCluster(given: GivenOptions, broker: Given): ClusterSource {
  const urls = parseBrokerUrls(broker)
  const webSocket = given.get('broker-ws')
  const [first, ...others] = urls
  const webSocketUrls =
    webSocket === undefined
      ? ([defaultWebSocketUrl(first), ...others.map(defaultWebSocketUrl)] as const)
      : parseWebSocketUrls(webSocket)
  if (webSocket !== undefined && webSocketUrls.length !== urls.length)
    throw new StartError(
      'BAD_VALUE',
      `${webSocket.origin}: ${webSocketUrls.length} addresses for ${urls.length} of --broker; give one for each`,
    )
  return { kind: 'cluster', urls, webSocketUrls, ...readTrust(given) }
}

function readTrust(given: GivenOptions): { readonly insecureTls: boolean; readonly ca?: string } {
  const ca = given.get('broker-ca')
  return {
    insecureTls: given.has('insecure-upstream-tls'),
    ...(ca === undefined ? {} : { ca: readTextFile(ca.origin, ca.value) }),
  }
}

function defaultWebSocketUrl(broker: URL): URL {
  return new URL(`ws://${broker.hostname}:8083/mqtt`)
}

function readAdminPassword(given: GivenOptions): string | undefined {
  const file = given.get('admin-password-file')
  const typed = given.get('admin-password')
  if (file !== undefined && typed !== undefined)
    throw conflict(file, `and ${typed.origin} exclude each other`)
  const password =
    file === undefined ? typed?.value : readTextFile(file.origin, file.value).replace(/\r?\n$/, '')
  const { origin } = file ?? orDefault(given, 'admin-password', '')
  if (password === '') throw new StartError('BAD_VALUE', `${origin} must not be empty`)
  return password
}

function readEmbedded(given: GivenOptions): EmbeddedSource {
  const dataDir = orDefault(given, 'data-dir', '.brokerdeck')
  if (dataDir.value === '') throw new StartError('BAD_VALUE', `${dataDir.origin} must not be empty`)
  // Ports of further nodes follow the first.
  const nodes = parseWholeNumber(orDefault(given, 'nodes', '3'), 1, 16)
  return {
    kind: 'embedded',
    nodes,
    dataDir: dataDir.value,
    mqttPort: parsePort(orDefault(given, 'mqtt-port', '11883'), 65_536 - nodes),
    wsPort: parsePort(orDefault(given, 'ws-port', '18084'), 65_536 - nodes),
    hasSampleFleet: !given.has('no-sample-fleet'),
    adminPassword: readAdminPassword(given),
    edition: parseOneOf(orDefault(given, 'edition', 'community'), editions),
  }
}

function readTls(given: GivenOptions): Pick<ServeOptions, 'tls'> {
  const [cert, key] = [given.get('tls-cert'), given.get('tls-key')]
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined)
    throw conflict(
      cert ?? key ?? orDefault(given, 'tls-cert', ''),
      'needs the other of --tls-cert and --tls-key',
    )
  return { tls: { cert: cert.value, key: key.value } }
}

function readMetrics(given: GivenOptions, host: string): Pick<ServeOptions, 'metrics'> {
  const [own, port] = [given.get('metrics-host'), given.get('metrics-port')]
  if (port === undefined && own !== undefined) throw conflict(own, 'needs --metrics-port')
  if (port === undefined) return {}
  return { metrics: { host: own === undefined ? host : parseHost(own), port: parsePort(port) } }
}

function readServe(given: GivenOptions): ServeOptions {
  const host = parseHost(orDefault(given, 'host', '127.0.0.1'))
  const accessLog = given.get('access-log')
  return {
    host,
    port: parsePort(orDefault(given, 'port', '18383')),
    basePath: parseBasePath(orDefault(given, 'base-path', '/')),
    readOnly: given.has('read-only'),
    allowedHosts: parseHosts(given.get('allowed-host')),
    trustedProxies: parseNets(given.get('trust-proxy')),
    ...readTls(given),
    ...(accessLog === undefined ? {} : { accessLog: parseOneOf(accessLog, accessLogFormats) }),
    ...readMetrics(given, host),
    source: readSource(given),
  }
}

function readCheck(given: GivenOptions, flags: GivenOptions): CheckCommand {
  // The environment and the file may say more: they serve the other command, too.
  const misplaced = [...flags].find(([name]) => !checkOptions.includes(name))
  if (misplaced !== undefined) throw conflict(misplaced[1], 'has no meaning for brokerdeck check')
  const broker = given.get('broker')
  const user = given.get('user')?.value ?? ''
  if (broker === undefined) throw new StartError('MISSING_OPTION', 'brokerdeck check needs --broker URL')
  if (user === '') throw new StartError('MISSING_OPTION', 'brokerdeck check needs --user NAME')
  const [url] = parseBrokerUrls(broker)
  return { kind: 'check', broker: url, user, ...readTrust(given) }
}

function readAll(flags: GivenOptions, environment: Environment): GivenOptions {
  const variables = readEnvironment(environment)
  const config = flags.get('config') ?? variables.get('config')
  const file =
    config === undefined ? [] : [readConfigFile(config.value, readTextFile(config.origin, config.value))]
  return layOver([flags, variables, ...file])
}

function refuseWords([word]: readonly string[]): void {
  if (word === undefined) return
  throw new StartError('UNKNOWN_COMMAND', `unexpected argument ${JSON.stringify(word)}; see --help`)
}

function readDropIn([dir, ...surplus]: readonly string[], flags: GivenOptions): Command {
  if (dir === undefined)
    throw new StartError('MISSING_OPTION', 'brokerdeck drop-in needs a folder; see --help')
  refuseWords(surplus)
  const misplaced = [...flags].find(([name]) => name !== 'restore')
  if (misplaced !== undefined) throw conflict(misplaced[1], 'has no meaning for brokerdeck drop-in')
  return { kind: 'drop-in', dir, restore: flags.has('restore') }
}

/** What arguments, environment and configuration file ask for; throws a StartError that names the fault and its place. */
export function parseOptions(argv: readonly string[], environment: Environment = {}): Command {
  const { given: flags, words } = readArguments(argv)
  if (flags.has('help')) return { kind: 'help' }
  if (flags.has('version')) return { kind: 'version' }
  const [word, ...further] = words
  if (word === 'drop-in') return readDropIn(further, flags)
  if (word !== undefined && word !== 'check' && word !== 'config') {
    throw new StartError(
      'UNKNOWN_COMMAND',
      `unknown command ${JSON.stringify(word)}; there are "check", "config" and "drop-in"; see --help`,
    )
  }
  refuseWords(further)
  const given = readAll(flags, environment)
  if (word === 'check') return readCheck(given, flags)
  const misplaced = flags.get('user') ?? flags.get('restore')
  if (misplaced !== undefined)
    throw conflict(misplaced, `belongs to brokerdeck ${flags.has('user') ? 'check' : 'drop-in'}`)
  const options = readServe(given)
  return word === 'config' ? { kind: 'config', given } : { kind: 'serve', options }
}

/** A line for each option: what holds, and where it comes from; secrets as six asterisks. */
export function describeOptions(given: GivenOptions): string {
  const lines = optionNames
    .filter((name) => declarations.get(name)?.isFlagOnly !== true)
    .map((name) => {
      const one = given.get(name)
      if (one === undefined) return [`# ${name}`, 'not set'] as const
      const value = declarations.get(name)?.isSecret === true ? '******' : JSON.stringify(one.value)
      return [`${name}: ${value}`, one.origin] as const
    })
  const width = Math.min(60, Math.max(...lines.map(([text]) => text.length)))
  return lines.map(([text, origin]) => `${text.padEnd(width)}  # ${origin}\n`).join('')
}
