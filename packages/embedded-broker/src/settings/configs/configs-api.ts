import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { configs as contract } from '@brokerdeck/contract/settings/configs.ts'
import { answeringNode, runningNode } from '../../broker/answering-node.ts'
import type { ConfigRoot } from '../../config/config-root.ts'
import { brokerRoot, limiterRoot, sysTopicsRoot } from '../../config/roots/broker-roots.ts'
import { dashboardRoot } from '../../config/roots/dashboard-root.ts'
import { logRoot } from '../../config/roots/log-root.ts'
import { alarmRoot, sysmonRoot } from '../../config/roots/sysmon-root.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { configText } from './config-text.ts'
import { globalZone, putGlobalZone } from './global-zone.ts'
import { loadConfig } from './load-config.ts'
import { overFirstLevel } from './over-first-level.ts'
import { resetConfig } from './reset-config.ts'

/** Given in JSON, and to be reset. */
const hotRoots: readonly ConfigRoot[] = [
  alarmRoot,
  brokerRoot,
  dashboardRoot,
  logRoot,
  sysTopicsRoot,
  sysmonRoot,
]
const merge = { isMerge: true } as const

export const configs: Handlers<typeof contract, ApiCall> = {
  getAlarm: (_received, { world }) => ({ status: 200, body: world.config.shown(alarmRoot) }),
  putAlarm: async ({ body }, { world }) => ({
    status: 200,
    body: await world.config.write(alarmRoot, body),
  }),
  getBroker: (_received, { world }) => ({ status: 200, body: world.config.shown(brokerRoot) }),
  putBroker: async ({ body }, { world }) => ({
    status: 200,
    body: await world.config.write(brokerRoot, body),
  }),
  getDashboard: (_received, { world }) => ({ status: 200, body: world.config.shown(dashboardRoot) }),
  putDashboard: async ({ body }, { world }) => ({
    status: 200,
    body: await world.config.write(dashboardRoot, body, merge),
  }),
  getGlobalZone: (_received, { world }) => ({ status: 200, body: globalZone(world.config) }),
  putGlobalZone: async ({ body }, { world }) => ({
    status: 200,
    body: await putGlobalZone(world.config, body),
  }),
  getLimiter: (_received, { world }) => ({ status: 200, body: world.config.shown(limiterRoot) }),
  putLimiter: async ({ body }, { world }) => ({
    status: 200,
    body: await world.config.write(limiterRoot, body, merge),
  }),
  getLog: (_received, { world }) => ({ status: 200, body: world.config.shown(logRoot) }),
  putLog: async ({ body }, { world }) => ({
    status: 200,
    body: await world.config.write(logRoot, overFirstLevel(world.config, 'log', body)),
  }),
  getSysTopics: (_received, { world }) => ({ status: 200, body: world.config.shown(sysTopicsRoot) }),
  putSysTopics: async ({ body }, { world }) => ({
    status: 200,
    body: await world.config.write(sysTopicsRoot, overFirstLevel(world.config, 'sys_topics', body)),
  }),
  getSysmon: (_received, { world }) => ({ status: 200, body: world.config.shown(sysmonRoot) }),
  putSysmon: async ({ body }, { world }) => ({
    status: 200,
    body: await world.config.write(sysmonRoot, overFirstLevel(world.config, 'sysmon', body)),
  }),

  read({ query: { key, node } }, { world, accept, caller }) {
    const format = formatFor(accept)
    if (format === undefined) throw refusal(400, 'INVALID_ACCEPT', '{error,no_suitable_accept}')
    const asked = node === undefined ? answeringNode(world.cluster) : runningNode(world.cluster, node)
    if (asked === undefined) throw refusal(404, 'NOT_FOUND', `Bad node '${node ?? ''}', reason not found`)
    if (format === 'hocon') {
      const isMasked = caller?.role !== 'administrator'
      return { status: 200, body: configText(world, { node: asked, key, isMasked }) }
    }
    const shown = hotRoots.map((root) => [root.name, world.config.shown(root)])
    return { status: 200, body: Object.fromEntries(shown) }
  },

  async load({ body, query }, { world }) {
    await loadConfig(world.config, body, query)
    return { status: 200, body: undefined }
  },

  async reset({ params: { rootname }, query: { conf_path } }, { world }) {
    await resetConfig(world.config, rootname, conf_path)
    return { status: 200, body: undefined }
  },
}

/** Text wherever text is taken, also beside JSON. */
function formatFor(accept: string): 'hocon' | 'json' | undefined {
  if (accept === '' || /text\/(plain|\*)|\*\/\*/.test(accept)) return 'hocon'
  return accept.includes('application/json') ? 'json' : undefined
}
