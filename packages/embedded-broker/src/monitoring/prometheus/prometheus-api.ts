import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { prometheusRequestSchema } from '../../config/prometheus-schema.ts'
import { prometheusRoot } from '../../config/roots/prometheus-root.ts'
import { acts } from '../../http/acts.ts'
import { modernSettings } from './modern-settings.ts'
import { scrape } from './scrape.ts'

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
