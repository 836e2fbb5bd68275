import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { prometheus as contract } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { prometheusRequestSchema } from '../../config/prometheus-schema.ts'
import { prometheusRoot } from '../../config/roots/prometheus-root.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { modernSettings } from './modern-settings.ts'
import { scrape } from './scrape.ts'

export const prometheus: Handlers<typeof contract, ApiCall> = {
  get(_received, { world }) {
    return { status: 200, body: world.config.get(prometheusRoot) }
  },

  async put({ body }, { world }) {
    const settings = modernSettings(configOrRefuse(prometheusRequestSchema, body))
    await world.config.write(prometheusRoot, settings)
    return { status: 200, body: world.config.get(prometheusRoot) }
  },

  stats: ({ query }, call) => ({
    status: 200,
    body: scrape(call.world.prometheus.brokerFigures, query.mode, call),
  }),

  auth: ({ query }, call) => ({
    status: 200,
    body: scrape(call.world.prometheus.accessFigures, query.mode, call),
  }),

  dataIntegration: ({ query }, call) => ({
    status: 200,
    body: scrape(call.world.prometheus.integrationFigures, query.mode, call),
  }),
}
