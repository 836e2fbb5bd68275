import { prometheus, prometheusCollectors } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { prometheusRequestSchema } from '../../config/prometheus-schema.ts'
import { prometheusRoot } from '../../config/roots/prometheus-root.ts'
import { acts } from '../../http/acts.ts'
import { scrape } from './scrape.ts'

/** The settings in today's form; those of the older style have their gateway at the top. Both have been checked. */
function modernSettings(settings: unknown): unknown {
  if (!isPlainObject(settings) || !('push_gateway_server' in settings)) return settings
  const { enable, push_gateway_server: url, interval, headers, job_name } = settings
  return {
    push_gateway: { enable, url, interval, headers, job_name },
    collectors: Object.fromEntries(prometheusCollectors.map((one) => [one, settings[`${one}_collector`]])),
  }
}

export const prometheusApi = acts({
  endpoints: prometheus,
  uses: ['cluster', 'config', 'prometheus'],
  handlers: {
    get(_received, { config }) {
      return { status: 200, body: config.get(prometheusRoot) }
    },

    async put({ body }, { config }) {
      const settings = modernSettings(configOrRefuse(prometheusRequestSchema, body))
      await config.write(prometheusRoot, settings)
      return { status: 200, body: config.get(prometheusRoot) }
    },

    stats: ({ query }, call) => ({
      status: 200,
      body: scrape(call.prometheus.brokerFigures, query.mode, call),
    }),

    auth: ({ query }, call) => ({
      status: 200,
      body: scrape(call.prometheus.accessFigures, query.mode, call),
    }),

    dataIntegration: ({ query }, call) => ({
      status: 200,
      body: scrape(call.prometheus.integrationFigures, query.mode, call),
    }),
  },
})
