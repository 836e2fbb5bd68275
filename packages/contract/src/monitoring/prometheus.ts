import * as v from 'valibot'
import { configDuration } from '../config-scalars.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

/** What may be exported beside the broker's own figures: parts of the machine that EMQX runs on. */
export const prometheusCollectors = [
  'mnesia',
  'vm_dist',
  'vm_memory',
  'vm_msacc',
  'vm_statistics',
  'vm_system_info',
] as const
export type PrometheusCollector = (typeof prometheusCollectors)[number]

const collector = v.optional(v.picklist(['enabled', 'disabled']))
const headers = v.record(v.string(), v.string())

/** Any part may be missing: `GET` answers exactly what was stored, `PUT` what is in force. */
export const prometheusSettingsSchema = v.object({
  /** Needs a token or an API key for the figures, which are open to everybody without it. */
  enable_basic_auth: v.optional(v.boolean()),
  push_gateway: v.optional(
    v.object({
      enable: v.optional(v.boolean()),
      url: v.optional(v.string()),
      method: v.optional(v.picklist(['put', 'post'])),
      interval: v.optional(configDuration),
      job_name: v.optional(v.string()),
      headers: v.optional(headers),
    }),
  ),
  collectors: v.optional(
    v.object({
      mnesia: collector,
      vm_dist: collector,
      vm_memory: collector,
      vm_msacc: collector,
      vm_statistics: collector,
      vm_system_info: collector,
    }),
  ),
})

/** How brokers before 5.1 were told the same; taken, and stored in today's form. */
export const legacyPrometheusSettingsSchema = v.object({
  enable: v.boolean(),
  push_gateway_server: v.string(),
  interval: configDuration,
  job_name: v.string(),
  headers: v.optional(headers),
  mnesia_collector: collector,
  vm_dist_collector: collector,
  vm_memory_collector: collector,
  vm_msacc_collector: collector,
  vm_statistics_collector: collector,
  vm_system_info_collector: collector,
})

/** Of the node that answers; of all nodes together; of all nodes with the label `node`. */
export const scrapeModes = ['node', 'all_nodes_aggregated', 'all_nodes_unaggregated'] as const
export type ScrapeMode = (typeof scrapeModes)[number]

/** Figures by name, beside them the labels they all have. An empty list is what Erlang makes of an empty object. */
const figuresSchema = v.union([v.record(v.string(), v.union([v.string(), v.number()])), v.array(v.never())])

/**
 * The exposition format as a text, or the figures by group, as `Accept` asks: JSON only for `application/json`.
 */
export const scrapeSchema = v.union([
  v.string(),
  v.record(v.string(), v.union([v.array(figuresSchema), figuresSchema])),
])
export type Scrape = v.InferOutput<typeof scrapeSchema>

/** How any group of figures is asked for. */
export const scrape = {
  method: 'GET',
  query: v.object({ mode: v.optional(v.picklist(scrapeModes)) }),
  response: { 200: scrapeSchema },
  gives: 'text',
  errors: [],
  access: 'scrape',
} as const

export const prometheus = {
  get: endpoint({
    method: 'GET',
    path: '/prometheus',
    response: { 200: prometheusSettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** Replaces everything: what is not sent falls back to its default. */
  put: endpoint({
    method: 'PUT',
    path: '/prometheus',
    refreshes: ['/prometheus', '/prometheus/stats', '/prometheus/auth', '/prometheus/data_integration'],
    body: document(v.union([prometheusSettingsSchema, legacyPrometheusSettingsSchema])),
    response: { 200: prometheusSettingsSchema },
    errors: [],
    access: 'token',
  }),
  stats: endpoint({ ...scrape, path: '/prometheus/stats' }),
  auth: endpoint({ ...scrape, path: '/prometheus/auth' }),
  dataIntegration: endpoint({ ...scrape, path: '/prometheus/data_integration' }),
} as const
