import { required, struct } from '@brokerdeck/contract/description/schema.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import type { GlobalZone } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import { checkConfig } from '../../config/check-config.ts'
import type { Config } from '../../config/config.ts'
import { configOrRefuse, toRefusal } from '../../config/config-or-refuse.ts'
import type { ConfigRoot } from '../../config/config-root.ts'
import { fault, valueFault } from '../../config/fault.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { brokerRoot, limiterRoot, sysTopicsRoot } from '../../config/roots/broker-roots.ts'
import { dashboardRoot } from '../../config/roots/dashboard-root.ts'
import { logRoot } from '../../config/roots/log-root.ts'
import { mqttRoot } from '../../config/roots/mqtt-root.ts'
import { alarmRoot, sysmonRoot } from '../../config/roots/sysmon-root.ts'
import {
  durableSessionsRoot,
  flappingDetectRoot,
  forceGcRoot,
  forceShutdownRoot,
} from '../../config/roots/zone-roots.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { answeringNode, runningNode } from '../../mqtt/node/answering-node.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { loadConfig } from './load-config.ts'
import { overFirstLevel } from './over-first-level.ts'

interface ConfigTextOptions {
  readonly node: BrokerNode
  /** The root that is returned; undefined for all roots. */
  readonly key: string | undefined
  /** Users who may not change the configuration do not need its secrets; EMQX shows the secrets to every reader. */
  readonly isMasked: boolean
}

/** Returns the configuration of a node; for administrators with its secrets, so that it can be imported again. */
function configText(
  { config, cluster }: Pieces<'cluster' | 'config'>,
  { node, key, isMasked }: ConfigTextOptions,
): string {
  const getDocument = (name: string) => (isMasked ? config.toShownDocument(name) : config.document(name))
  const documents: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(config.names().map((name) => [name, getDocument(name)])),
    cluster: { ...Object(getDocument('cluster')), discovery_strategy: 'manual', name: cluster.name },
    node: { name: node.name, role: node.role },
  }
  if (key === undefined) return printHocon(documents)
  if (!Object.hasOwn(documents, key)) throw toRefusal([valueFault(['key'], 'not_a_enum_symbol', key)])
  return printHocon({ [key]: documents[key] })
}

/** Resets one value to its default. As in the broker, whole roots have no default. */
async function resetConfig(config: Config, name: string, path: string | undefined): Promise<void> {
  const keys = path === undefined || path === '' ? [] : path.split('.')
  const defaults = checkConfig(config.schema(name), {})
  const value = 'value' in defaults && keys.length > 0 ? valueAt(defaults.value, keys) : undefined
  if (value === undefined) throw refusal(400, 'NO_DEFAULT_VALUE', 'No Default Value.')
  await config.put(name, withValueAt(config.document(name), keys, value))
}

/** The roots that the API returns in JSON and that can be reset. */
const hotRoots: readonly ConfigRoot[] = [
  alarmRoot,
  brokerRoot,
  dashboardRoot,
  logRoot,
  sysTopicsRoot,
  sysmonRoot,
]
const merge = { isMerge: true } as const

export const configsApi = apiResource({
  endpoints: configs,
  uses: ['cluster', 'config'],
  handlers: {
    getAlarm: (_received, { config }) => ({ status: 200, body: config.toShown(alarmRoot) }),
    putAlarm: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(alarmRoot, body),
    }),
    getBroker: (_received, { config }) => ({ status: 200, body: config.toShown(brokerRoot) }),
    putBroker: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(brokerRoot, body),
    }),
    getDashboard: (_received, { config }) => ({ status: 200, body: config.toShown(dashboardRoot) }),
    putDashboard: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(dashboardRoot, body, merge),
    }),
    getGlobalZone: (_received, { config }) => ({ status: 200, body: globalZone(config) }),
    putGlobalZone: async ({ body }, { config }) => ({
      status: 200,
      body: await putGlobalZone(config, body),
    }),
    getLimiter: (_received, { config }) => ({ status: 200, body: config.toShown(limiterRoot) }),
    putLimiter: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(limiterRoot, body, merge),
    }),
    getLog: (_received, { config }) => ({ status: 200, body: config.toShown(logRoot) }),
    putLog: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(logRoot, overFirstLevel(config, 'log', body)),
    }),
    getSysTopics: (_received, { config }) => ({ status: 200, body: config.toShown(sysTopicsRoot) }),
    putSysTopics: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(sysTopicsRoot, overFirstLevel(config, 'sys_topics', body)),
    }),
    getSysmon: (_received, { config }) => ({ status: 200, body: config.toShown(sysmonRoot) }),
    putSysmon: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(sysmonRoot, overFirstLevel(config, 'sysmon', body)),
    }),

    read({ query: { key, node } }, call) {
      const format = formatFor(call.accept)
      if (format === undefined) throw refusal(400, 'INVALID_ACCEPT', '{error,no_suitable_accept}')
      const asked = node === undefined ? answeringNode(call.cluster) : runningNode(call.cluster, node)
      if (asked === undefined) throw refusal(404, 'NOT_FOUND', `Bad node '${node ?? ''}', reason not found`)
      if (format === 'hocon') {
        const isMasked = call.caller?.role !== 'administrator'
        return { status: 200, body: configText(call, { node: asked, key, isMasked }) }
      }
      const shown = hotRoots.map((root) => [root.name, call.config.toShown(root)])
      return { status: 200, body: Object.fromEntries(shown) }
    },

    async load({ body, query }, { config }) {
      await loadConfig(config, body, query)
      return { status: 200, body: undefined }
    },

    async reset({ params: { rootname }, query: { conf_path } }, { config }) {
      await resetConfig(config, rootname, conf_path)
      return { status: 200, body: undefined }
    },
  },
})

/** Returns `hocon` wherever text is accepted, even if JSON is accepted as well. */
function formatFor(accept: string): 'hocon' | 'json' | undefined {
  if (accept === '' || /text\/(plain|\*)|\*\/\*/.test(accept)) return 'hocon'
  return accept.includes('application/json') ? 'json' : undefined
}

/** Returns the value at a path; undefined if there is none. */
function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document
  for (const key of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Returns the document with another value at the path. */
function withValueAt(document: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const before = isPlainObject(document) ? document : {}
  return { ...before, [key]: withValueAt(before[key], rest, value) }
}

/** The roots, in the order in which the broker reports them missing. */
const roots = [mqttRoot, flappingDetectRoot, forceShutdownRoot, forceGcRoot, durableSessionsRoot] as const

const zone = struct(
  'emqx:zone',
  Object.fromEntries(roots.map(({ name, schema }) => [name, required(schema)])),
)

function globalZone(config: Config): GlobalZone {
  return {
    mqtt: config.toShown(mqttRoot),
    flapping_detect: config.toShown(flappingDetectRoot),
    force_shutdown: config.toShown(forceShutdownRoot),
    force_gc: config.toShown(forceGcRoot),
    durable_sessions: config.toShown(durableSessionsRoot),
  }
}

/** Writes all roots or none: the first missing root is reported, without `root` in front of its name. */
async function putGlobalZone(config: Config, body: unknown): Promise<GlobalZone> {
  const given = isPlainObject(body) ? body : {}
  const missing = roots.find(({ name }) => !Object.hasOwn(given, name))
  if (missing !== undefined) throw toRefusal([fault([missing.name], 'required_field')])
  configOrRefuse(zone, given, [])
  const durable = { durable_sessions: overFirstLevel(config, 'durable_sessions', given['durable_sessions']) }
  const documents: Readonly<Record<string, unknown>> = { ...given, ...durable }
  const changed: string[] = []
  for (const { name } of roots) {
    const now = await config.verify(name, documents[name], { at: [name] })
    // Only roots that change are written, so that listeners of the other roots are not called.
    if (JSON.stringify(now) !== JSON.stringify(config.document(name))) changed.push(name)
  }
  for (const name of changed) await config.put(name, documents[name], { at: [name] })
  return globalZone(config)
}
