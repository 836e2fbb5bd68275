import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import type { Edition } from '@brokerdeck/embedded-broker/runtime/edition.ts'
import { StartError } from '#lib/start-error.ts'
import { type ApiKey, readApiKey } from './api-key-file.ts'
import type { GivenOption, OptionName } from './declared-options.ts'
import { type GivenOptions, readTextFile, rereadFile } from './given-options.ts'
import {
  parseBrokerUrls,
  parseChoice,
  parsePort,
  parseRestrictions,
  parseWebSocketUrls,
  parseWholeNumber,
} from './option-values.ts'

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
  /** The addresses of the cluster. Each of them serves the whole cluster; requests go to the first that responds. */
  readonly urls: readonly [URL, ...URL[]]
  /** The address of MQTT over WebSocket for each of the URLs. */
  readonly webSocketUrls: readonly [URL, ...URL[]]
  readonly insecureTls: boolean
  /** The trusted certificates, in PEM format. */
  readonly ca?: string
  /** The API key with which the health of the cluster is examined in the background. */
  readonly healthKey?: ApiKey
  /** Reads the current key from its file: keys are changed while the server runs. */
  readonly readHealthKey?: () => ApiKey
}

const roles = ['production', 'staging', 'development'] as const
/** The purpose of a cluster. */
export type Role = (typeof roles)[number]

export interface NamedCluster {
  /** The name of the cluster, which is part of its address: `/c/NAME/`. */
  readonly name: string
  readonly role?: Role
  readonly readOnly: boolean
  /** The restrictions of this cluster, including those that apply to all clusters. */
  readonly closed: readonly Restriction[]
  readonly source: ClusterSource
}

/** Describes several clusters that are served side by side, each below a path of its own. */
export interface ClustersSource {
  readonly kind: 'clusters'
  readonly clusters: readonly NamedCluster[]
}

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
const editions: readonly Edition[] = ['community', 'enterprise']

/** Returns the given value, or the default with the flag as its origin. */
export function orDefault(given: GivenOptions, name: OptionName, fallback: string): GivenOption {
  return given.get(name) ?? { value: fallback, origin: `--${name}` }
}

export function conflict(one: GivenOption, reason: string): StartError {
  return new StartError('CONFLICTING_OPTIONS', `${one.origin} ${reason}`)
}

export function readSource(given: GivenOptions): EmbeddedSource | ClusterSource {
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

function readCluster(given: GivenOptions, broker: GivenOption): ClusterSource {
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
  const key = given.get('health-key-file')
  const cluster = { kind: 'cluster' as const, urls, webSocketUrls, ...readTrust(given) }
  if (key === undefined) return cluster
  const healthKey = readApiKey(key)
  return { ...cluster, healthKey, readHealthKey: rereadFile(key, healthKey, readApiKey) }
}

export function readTrust(given: GivenOptions): { readonly insecureTls: boolean; readonly ca?: string } {
  const ca = given.get('broker-ca')
  return {
    insecureTls: given.has('insecure-upstream-tls'),
    ...(ca === undefined ? {} : { ca: readTextFile(ca) }),
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
  const password = file === undefined ? typed?.value : readTextFile(file, 'secret').replace(/\r?\n$/, '')
  const { origin } = file ?? orDefault(given, 'admin-password', '')
  if (password === '') throw new StartError('BAD_VALUE', `${origin} must not be empty`)
  return password
}

function readEmbedded(given: GivenOptions): EmbeddedSource {
  const dataDir = orDefault(given, 'data-dir', '.brokerdeck')
  if (dataDir.value === '') throw new StartError('BAD_VALUE', `${dataDir.origin} must not be empty`)
  // The ports of further nodes follow the port of the first node.
  const nodes = parseWholeNumber(orDefault(given, 'nodes', '3'), 1, 16)
  return {
    kind: 'embedded',
    nodes,
    dataDir: dataDir.value,
    mqttPort: parsePort(orDefault(given, 'mqtt-port', '11883'), 65_536 - nodes),
    wsPort: parsePort(orDefault(given, 'ws-port', '18084'), 65_536 - nodes),
    hasSampleFleet: !given.has('no-sample-fleet'),
    adminPassword: readAdminPassword(given),
    edition: parseChoice(orDefault(given, 'edition', 'community'), editions),
  }
}

export function readRole(given: GivenOptions): { readonly role?: Role } {
  const role = given.get('role')
  return role === undefined ? {} : { role: parseChoice(role, roles) }
}

/**
 * Reads the clusters. Options beside `clusters` apply to all of them: `read-only` refuses the writes of every
 * cluster.
 */
export function readClusters(
  given: GivenOptions,
  clusters: ReadonlyMap<string, GivenOptions>,
): ClustersSource {
  const own = ['broker', 'role', 'health-key-file'] as const
  const misplaced = [...clusterOnly, ...embeddedOnly, ...own].flatMap((name) => given.get(name) ?? [])[0]
  if (misplaced !== undefined) throw conflict(misplaced, 'has no meaning beside clusters: each has its own')
  return {
    kind: 'clusters',
    clusters: [...clusters].map(([name, own]) => {
      const broker = own.get('broker')
      if (broker === undefined) throw new StartError('BAD_CONFIG', `the cluster ${name} needs a broker`)
      const readOnly = given.has('read-only') || own.has('read-only')
      const closed = [given, own].flatMap((one) => parseRestrictions(one.get('restrict')))
      return {
        name,
        readOnly,
        closed: [...new Set(closed)],
        ...readRole(own),
        source: readCluster(own, broker),
      }
    }),
  }
}
