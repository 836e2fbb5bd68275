import { type Restriction, restrictions } from '@brokerdeck/contract/console-server.ts'
import { isObject, parseJson } from './parse-json.ts'

export interface ConsoleConfig {
  readonly routing: 'browser' | 'hash'
  /** `clusters`: the overview of several clusters, without a broker behind it. */
  readonly mode: 'embedded' | 'cluster' | 'clusters'
  readonly readOnly: boolean
  /** The functions that are closed to all users. */
  readonly closed?: readonly Restriction[] | undefined
  readonly brokerName?: string | undefined
  /** The purpose of the cluster, as set by the operator who started the console. */
  readonly role?: Role | undefined
  /**
   * The audit log of the server that sends the page: a file that the console can show, or lines on its standard
   * output.
   */
  readonly auditLog?: 'file' | 'output' | undefined
  /** The number of minutes without use after which the user is signed out. */
  readonly idleMinutes?: number | undefined
  /** All clusters that are shown side by side, with the path of their overview. */
  readonly clusters?: { readonly home: string; readonly all: readonly OfferedCluster[] } | undefined
}

export interface OfferedCluster {
  readonly name: string
  readonly role?: Role | undefined
  readonly readOnly: boolean
  readonly closed?: readonly Restriction[] | undefined
}

export const roles = ['production', 'staging', 'development'] as const
export type Role = (typeof roles)[number]

function readRole(value: unknown): { readonly role?: Role } {
  const role = roles.find((known) => known === value)
  return role === undefined ? {} : { role }
}

function readClosed(value: unknown): { readonly closed?: readonly Restriction[] } {
  const closed = Array.isArray(value) ? restrictions.filter((one) => value.includes(one)) : []
  return closed.length === 0 ? {} : { closed }
}

function readClusters(value: unknown): Pick<ConsoleConfig, 'clusters'> {
  if (!isObject(value) || typeof value['home'] !== 'string' || !Array.isArray(value['all'])) return {}
  const all = value['all'].flatMap((one: unknown) => {
    if (!isObject(one) || typeof one['name'] !== 'string') return []
    const marks = { ...readRole(one['role']), ...readClosed(one['closed']) }
    return [{ name: one['name'], readOnly: one['readOnly'] === true, ...marks }]
  })
  return { clusters: { home: value['home'], all } }
}

/** Returns the path of the console of one cluster among several. */
export function clusterPath(home: string, name: string): string {
  return `${home}c/${encodeURIComponent(name)}/`
}

/**
 * The configuration for a copy in a web server that does not template the page: hash routing, and the broker on the
 * same host.
 */
const dropInConfig: ConsoleConfig = { routing: 'hash', mode: 'cluster', readOnly: false }

export function parseConsoleConfig(content: string | null | undefined): ConsoleConfig {
  const config = parseJson(content ?? '')
  if (!isObject(config)) return dropInConfig
  const { routing = 'hash', mode = 'cluster', readOnly = false, brokerName, role, clusters } = config
  if (routing !== 'hash' && routing !== 'browser') return dropInConfig
  if (mode !== 'cluster' && mode !== 'embedded' && mode !== 'clusters') return dropInConfig
  if (typeof readOnly !== 'boolean') return dropInConfig
  if (brokerName !== undefined && typeof brokerName !== 'string') return dropInConfig
  const { auditLog, idleMinutes } = config
  return {
    routing,
    mode,
    readOnly,
    ...(typeof idleMinutes === 'number' && idleMinutes > 0 ? { idleMinutes } : {}),
    ...(brokerName === undefined ? {} : { brokerName }),
    ...(auditLog === 'file' || auditLog === 'output' ? { auditLog } : {}),
    ...readClosed(config['closed']),
    ...readRole(role),
    ...readClusters(clusters),
  }
}

/** Any closed function except `export` closes MQTT, because an MQTT client sees and sends messages. */
export function isMqttClosed({ closed = [] }: Pick<ConsoleConfig, 'closed'>): boolean {
  return closed.some((one) => one !== 'export')
}

/** Returns the configuration that the serving `brokerdeck` command writes into `<meta name="brokerdeck">`. */
export function consoleConfig(): ConsoleConfig {
  // Modules call this function while they are loaded, even where there is no document.
  const meta = globalThis.document?.querySelector('meta[name="brokerdeck"]')
  return parseConsoleConfig(meta?.getAttribute('content'))
}
