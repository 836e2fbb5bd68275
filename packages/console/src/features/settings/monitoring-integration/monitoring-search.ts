import { scrapeModes } from '@brokerdeck/contract/monitoring/prometheus.ts'
import * as v from 'valibot'

export const monitoringTabs = ['prometheus', 'figures', 'setup', 'opentelemetry'] as const
/** The last two are Enterprise's. */
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

/** What a link to the page restores; what comes first is the default and stays out of the link. */
export const monitoringSearchSchema = v.object({
  tab: choice(monitoringTabs),
  endpoint: choice(scrapeEndpoints),
  mode: choice(scrapeModes),
  search: v.fallback(v.optional(v.string()), undefined),
  part: choice(telemetryParts),
})
