import { selectUnion } from '@brokerdeck/contract/description/schema.ts'
import {
  legacyPrometheusSettings,
  prometheus,
  prometheusSettings,
} from '@brokerdeck/contract/monitoring/prometheus.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { prometheusRoot } from '../../config/roots/prometheus-root.ts'
import { apiResource } from '../../http/api-resource.ts'
import { scrape } from './scrape.ts'

/**
 * Accepts the current and the older format: a request with a key that the current format does not have is taken for
 * the older.
 */
const requestSchema = selectUnion([prometheusSettings, legacyPrometheusSettings], (given) =>
  isPlainObject(given) && Object.keys(given).some((key) => !Object.hasOwn(prometheusSettings.fields, key))
    ? legacyPrometheusSettings
    : prometheusSettings,
)

const collectors = Object.entries(prometheusSettings.fields.collectors.schema.fields).map(([name]) => name)

/**
 * Converts validated settings to the current format; settings of the older format have the fields of their gateway at
 * the top level.
 */
function modernSettings(settings: unknown): unknown {
  if (!isPlainObject(settings) || !('push_gateway_server' in settings)) return settings
  const { enable, push_gateway_server: url, interval, headers, job_name } = settings
  return {
    push_gateway: { enable, url, interval, headers, job_name },
    collectors: Object.fromEntries(collectors.map((one) => [one, settings[`${one}_collector`]])),
  }
}

export const prometheusApi = apiResource({
  endpoints: prometheus,
  uses: ['cluster', 'config', 'prometheus'],
  handlers: {
    get(_received, { config }) {
      return { status: 200, body: config.get(prometheusRoot) }
    },

    async put({ body }, { config }) {
      const settings = modernSettings(configOrRefuse(requestSchema, body))
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
