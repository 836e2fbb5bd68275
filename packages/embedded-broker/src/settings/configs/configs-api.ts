import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { answeringNode, runningNode } from '../../broker/answering-node.ts'
import type { ConfigRoot } from '../../config/config-root.ts'
import { brokerRoot, limiterRoot, sysTopicsRoot } from '../../config/roots/broker-roots.ts'
import { dashboardRoot } from '../../config/roots/dashboard-root.ts'
import { logRoot } from '../../config/roots/log-root.ts'
import { alarmRoot, sysmonRoot } from '../../config/roots/sysmon-root.ts'
import { acts } from '../../http/acts.ts'
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

export const configsApi = acts({
  endpoints: configs,
  uses: ['cluster', 'config'],
  handlers: {
    getAlarm: (_received, { config }) => ({ status: 200, body: config.shown(alarmRoot) }),
    putAlarm: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(alarmRoot, body),
    }),
    getBroker: (_received, { config }) => ({ status: 200, body: config.shown(brokerRoot) }),
    putBroker: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(brokerRoot, body),
    }),
    getDashboard: (_received, { config }) => ({ status: 200, body: config.shown(dashboardRoot) }),
    putDashboard: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(dashboardRoot, body, merge),
    }),
    getGlobalZone: (_received, { config }) => ({ status: 200, body: globalZone(config) }),
    putGlobalZone: async ({ body }, { config }) => ({
      status: 200,
      body: await putGlobalZone(config, body),
    }),
    getLimiter: (_received, { config }) => ({ status: 200, body: config.shown(limiterRoot) }),
    putLimiter: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(limiterRoot, body, merge),
    }),
    getLog: (_received, { config }) => ({ status: 200, body: config.shown(logRoot) }),
    putLog: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(logRoot, overFirstLevel(config, 'log', body)),
    }),
    getSysTopics: (_received, { config }) => ({ status: 200, body: config.shown(sysTopicsRoot) }),
    putSysTopics: async ({ body }, { config }) => ({
      status: 200,
      body: await config.write(sysTopicsRoot, overFirstLevel(config, 'sys_topics', body)),
    }),
    getSysmon: (_received, { config }) => ({ status: 200, body: config.shown(sysmonRoot) }),
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
      const shown = hotRoots.map((root) => [root.name, call.config.shown(root)])
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

/** Text wherever text is taken, also beside JSON. */
function formatFor(accept: string): 'hocon' | 'json' | undefined {
  if (accept === '' || /text\/(plain|\*)|\*\/\*/.test(accept)) return 'hocon'
  return accept.includes('application/json') ? 'json' : undefined
}
