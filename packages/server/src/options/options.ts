import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import { type AccessLogFormat, accessLogFormats } from '#lib/format-access.ts'
import { StartError } from '#lib/start-error.ts'
import { type Asker, readAsker } from './asker.ts'
import {
  type ApplyCommand,
  type DiffCommand,
  type ExportCommand,
  readApply,
  readDiff,
  readExport,
  readUndo,
  type UndoCommand,
} from './compare-options.ts'
import { declarations, declaredOptions, type OptionName, optionNames } from './declared-options.ts'
import {
  type Environment,
  type FileOptions,
  type GivenOptions,
  layOver,
  readArguments,
  readConfigFile,
  readEnvironment,
  readTextFile,
  type Word,
} from './given-options.ts'
import { type HealthCommand, readHealth } from './health-options.ts'
import { type HealthWatchOptions, readHealthWatch } from './health-watch-options.ts'
import {
  parseBasePath,
  parseBrokerUrls,
  parseChoice,
  parseHost,
  parseHosts,
  parseNets,
  parsePort,
  parseRestrictions,
  parseWholeNumber,
} from './option-values.ts'
import {
  type ClusterSource,
  type ClustersSource,
  conflict,
  type EmbeddedSource,
  orDefault,
  type Role,
  readClusters,
  readRole,
  readSource,
  readTrust,
} from './source-options.ts'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly readOnly: boolean
  readonly closed: readonly Restriction[]
  /** The number of minutes without use after which the page signs out. */
  readonly idleMinutes?: number
  /** The host names, in addition to those of this machine, under which the server accepts requests. */
  readonly allowedHosts: readonly string[]
  /** The addresses and networks of the reverse proxies whose headers about the client are trusted. */
  readonly trustedProxies: readonly string[]
  /** The paths of the two files; both files are read again when they change. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly accessLog?: AccessLogFormat
  readonly auditLog?: AuditLogTarget
  /** The address at which `/healthz`, `/readyz` and `/metrics` are served. */
  readonly metrics?: { readonly host: string; readonly port: number }
  readonly role?: Role
  readonly health?: HealthWatchOptions
  readonly source: EmbeddedSource | ClusterSource | ClustersSource
}

export interface AuditLogTarget {
  /** The path of the log file; `-` is the standard output. */
  readonly path: string
  readonly maxBytes: number
  readonly keep: number
  readonly isBestEffort: boolean
}

export interface CheckCommand {
  readonly kind: 'check'
  readonly broker: URL
  readonly asker: Asker
  readonly insecureTls: boolean
  readonly ca?: string
}

export interface DropInOptions {
  /** The dashboard folder, or the folder EMQX is installed in. */
  readonly dir: string
  /** Brings EMQX's own dashboard back. */
  readonly restore: boolean
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | CheckCommand
  | HealthCommand
  | ExportCommand
  | DiffCommand
  | ApplyCommand
  | UndoCommand
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | ({ readonly kind: 'drop-in' } & DropInOptions)
  /** Prints the effective options and the origin of each; the options that it would serve with have been checked. */
  | ({ readonly kind: 'config' } & FileOptions)

const checkOptions: readonly OptionName[] = [
  ...(['broker', 'broker-ca', 'insecure-upstream-tls', 'config', 'user', 'key-file'] as const),
]

function readTls(given: GivenOptions): Pick<ServeOptions, 'tls'> {
  const [cert, key] = [given.get('tls-cert'), given.get('tls-key')]
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined)
    throw conflict(
      cert ?? key ?? orDefault(given, 'tls-cert', ''),
      'needs the other of --tls-cert and --tls-key',
    )
  // An option that names no readable file may hold the key itself.
  for (const file of [cert, key]) readTextFile(file, 'secret')
  return { tls: { cert: cert.value, key: key.value } }
}

function readMetrics(given: GivenOptions, host: string): Pick<ServeOptions, 'metrics'> {
  const [own, port] = [given.get('metrics-host'), given.get('metrics-port')]
  if (port === undefined && own !== undefined) throw conflict(own, 'needs --metrics-port')
  if (port === undefined) return {}
  return { metrics: { host: own === undefined ? host : parseHost(own), port: parsePort(port) } }
}

function readAuditLog(given: GivenOptions): Pick<ServeOptions, 'auditLog'> {
  const target = given.get('audit-log')
  const [size, keep] = [given.get('audit-log-max-size'), given.get('audit-log-keep')]
  const more = size ?? keep ?? given.get('audit-log-best-effort')
  if (target === undefined && more !== undefined) throw conflict(more, 'needs --audit-log')
  if (target === undefined) return {}
  if (target.value === '') throw new StartError('BAD_VALUE', `${target.origin} must not be empty`)
  const ofFiles = size ?? keep
  if (target.value === '-' && ofFiles !== undefined)
    throw conflict(ofFiles, 'has no meaning for the standard output')
  const megabytes = parseWholeNumber(orDefault(given, 'audit-log-max-size', '100'), 1, 100_000)
  return {
    auditLog: {
      path: target.value,
      maxBytes: megabytes * 1_000_000,
      keep: parseWholeNumber(orDefault(given, 'audit-log-keep', '10'), 1, 1_000),
      isBestEffort: given.has('audit-log-best-effort'),
    },
  }
}

function readServe({ given, clusters }: FileOptions): ServeOptions {
  const host = parseHost(orDefault(given, 'host', '127.0.0.1'))
  const accessLog = given.get('access-log')
  const idle = given.get('idle-sign-out')
  const source = clusters === undefined ? readSource(given) : readClusters(given, clusters)
  return {
    host,
    port: parsePort(orDefault(given, 'port', '18383')),
    basePath: parseBasePath(orDefault(given, 'base-path', '/')),
    readOnly: given.has('read-only'),
    closed: parseRestrictions(given.get('restrict')),
    allowedHosts: parseHosts(given.get('allowed-host')),
    trustedProxies: parseNets(given.get('trust-proxy')),
    ...(idle === undefined ? {} : { idleMinutes: parseWholeNumber(idle, 1, 1_440) }),
    ...readTls(given),
    ...(accessLog === undefined ? {} : { accessLog: parseChoice(accessLog, accessLogFormats) }),
    ...readAuditLog(given),
    ...readMetrics(given, host),
    ...readRole(given),
    ...readHealthWatch(given, clusters, source),
    source,
  }
}

function readCheck(given: GivenOptions, flags: GivenOptions): CheckCommand {
  // Only flags are checked: the environment and the file may hold further options, because they serve the other
  // command, too.
  const misplaced = [...flags].find(([name]) => !checkOptions.includes(name))
  if (misplaced !== undefined) throw conflict(misplaced[1], 'has no meaning for brokerdeck check')
  const broker = given.get('broker')
  if (broker === undefined) throw new StartError('MISSING_OPTION', 'brokerdeck check needs --broker URL')
  const [url] = parseBrokerUrls(broker)
  const missing = 'brokerdeck check needs --user NAME or --key-file FILE'
  const asker = readAsker(given.get('user'), given.get('key-file'), missing)
  return { kind: 'check', broker: url, asker, ...readTrust(given) }
}

/** Returns the commands that an option is for, or undefined if the option is for the server. */
function findOwner(name: OptionName): string | undefined {
  if (name === 'user' || name === 'key-file') return 'check, health, export, diff, apply and undo'
  if (name === 'json') return 'health and diff'
  const { group } = declaredOptions[name]
  return ['Health', 'Export, diff and apply', 'Apply and undo', 'Drop-in'].includes(group)
    ? group.toLowerCase()
    : undefined
}

function readAll(flags: GivenOptions, environment: Environment): FileOptions {
  const variables = readEnvironment(environment)
  const config = flags.get('config') ?? variables.get('config')
  if (config === undefined) return { given: layOver([flags, variables]), clusters: undefined }
  const file = readConfigFile(config.value, readTextFile(config))
  return { given: layOver([flags, variables, file.given]), clusters: file.clusters }
}

function refuseWords([word]: readonly Word[]): void {
  if (word === undefined) return
  throw new StartError('UNKNOWN_COMMAND', `unexpected argument ${word.spelled}; see --help`)
}

function readDropIn([dir, ...surplus]: readonly Word[], flags: GivenOptions): Command {
  if (dir === undefined)
    throw new StartError('MISSING_OPTION', 'brokerdeck drop-in needs a folder; see --help')
  refuseWords(surplus)
  const misplaced = [...flags].find(([name]) => name !== 'restore')
  if (misplaced !== undefined) throw conflict(misplaced[1], 'has no meaning for brokerdeck drop-in')
  return { kind: 'drop-in', dir: dir.text, restore: flags.has('restore') }
}

/** Parses arguments, environment and configuration file; throws a `StartError` that names the problem and its place. */
export function parseOptions(argv: readonly string[], environment: Environment = {}): Command {
  const { given: flags, words } = readArguments(argv)
  if (flags.has('help')) return { kind: 'help' }
  if (flags.has('version')) return { kind: 'version' }
  const [first, ...further] = words
  const word = first?.text
  if (word === 'drop-in') return readDropIn(further, flags)
  const known = ['check', 'health', 'export', 'diff', 'apply', 'undo', 'config']
  if (first !== undefined && !known.includes(first.text)) {
    throw new StartError(
      'UNKNOWN_COMMAND',
      `unknown command ${first.spelled}; there are "check", "health", "export", "diff", "apply", "undo", "config" and "drop-in"; see --help`,
    )
  }
  const takesWord = word === 'diff' || word === 'apply' || word === 'undo'
  refuseWords(takesWord ? further.slice(1) : further)
  const all = readAll(flags, environment)
  if (word === 'check') return readCheck(all.given, flags)
  if (word === 'health') return readHealth(all.given, flags)
  if (word === 'export') return readExport(all.given, flags)
  if (word === 'diff') return readDiff(all.given, flags, further[0]?.text)
  if (word === 'apply') return readApply(all, flags, further[0]?.text)
  if (word === 'undo') return readUndo(all, flags, further[0]?.text)
  for (const [name, one] of flags) {
    const owner = findOwner(name)
    if (owner !== undefined) throw conflict(one, `belongs to brokerdeck ${owner}`)
  }
  const options = readServe(all)
  return word === 'config' ? { kind: 'config', ...all } : { kind: 'serve', options }
}

/** Returns a line for each option with its effective value and its origin; secrets are printed as six asterisks. */
export function describeOptions({ given, clusters = new Map() }: FileOptions): string {
  const spell = (name: OptionName, value: string) =>
    `${name}: ${declarations.get(name)?.isSecret === true ? '******' : JSON.stringify(value)}`
  const ofClusters = [...clusters].flatMap(([cluster, own]) => [
    [`  ${cluster}:`, ''] as const,
    ...[...own].map(([name, { value, origin }]) => [`    ${spell(name, value)}`, origin] as const),
  ])
  const ofAll = optionNames
    .filter((name) => declarations.get(name)?.isFlagOnly !== true)
    .map((name) => {
      const one = given.get(name)
      if (one === undefined) return [`# ${name}`, 'not set'] as const
      return [spell(name, one.value), one.origin] as const
    })
  const lines = [...ofAll, ...(ofClusters.length > 0 ? [['clusters:', ''] as const] : []), ...ofClusters]
  const width = Math.min(60, Math.max(...lines.map(([text]) => text.length)))
  return lines
    .map(
      ([text, origin]) => `${origin === '' ? text : `${text.padEnd(width)}  # ${origin}`}
`,
    )
    .join('')
}
