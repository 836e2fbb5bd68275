import { scrapeModes } from '@brokerdeck/contract/monitoring/prometheus.ts'
import * as v from 'valibot'

export const monitoringTabs = ['prometheus', 'figures', 'setup', 'opentelemetry'] as const
/** The endpoints that Prometheus can scrape. The last two are in Enterprise only. */
export const scrapeEndpoints = [
  'stats',
  'auth',
  'data_integration',
  'schema_validation',
  'message_transformation',
] as const
export type ScrapeEndpoint = (typeof scrapeEndpoints)[number]
export const telemetryParts = ['settings', 'clientid', 'topic'] as const

const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  v.fallback(v.optional(v.picklist(choices), choices[0]), choices[0])

/** The state of the page in the URL. The first value of each parameter is the default and is left out of the URL. */
export const monitoringSearchSchema = v.object({
  tab: choice(monitoringTabs),
  endpoint: choice(scrapeEndpoints),
  mode: choice(scrapeModes),
  search: v.fallback(v.optional(v.string()), undefined),
  part: choice(telemetryParts),
})
