import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { boolean, durationFrom, setWith, text, textMatching } from '../description/scalars.ts'
import { mapOf, struct, withDefault } from '../description/schema.ts'
import { toWrittenSchema, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

const url = setWith(textMatching('prometheus:url()', /^https?:\/\/[^\s/]+/i, 'Invalid url'), { kind: 'url' })
const headers = withDefault(mapOf('header', text), {})
const interval = withDefault(durationFrom('1s'), '15s')
const jobName = withDefault(text, `\${name}/instance/\${name}~\${host}`)
const gatewayUrl = withDefault(url, 'http://127.0.0.1:9091')
const collector = withDefault(oneOf('enabled', 'disabled'), 'disabled')

/** The figures that may be exported beside the broker's own: parts of the virtual machine that runs EMQX. */
const collectors = {
  mnesia: collector,
  vm_dist: collector,
  vm_memory: collector,
  vm_msacc: collector,
  vm_statistics: collector,
  vm_system_info: collector,
}

/** The settings `prometheus`. EMQX stores only the given fields and fills in the defaults when it uses the settings. */
export const prometheusSettings = struct('prometheus:recommend_setting', {
  push_gateway: withDefault(
    struct('prometheus:push_gateway', {
      enable: withDefault(boolean, false),
      url: gatewayUrl,
      method: withDefault(oneOf('put', 'post'), 'put'),
      interval,
      headers,
      job_name: jobName,
    }),
    {},
  ),
  collectors: withDefault(struct('prometheus:collectors', collectors), {}),
  /** Requires a token or an API key for the figures, which are public otherwise. */
  enable_basic_auth: withDefault(boolean, false),
})
export type PrometheusConfig = ValueOf<typeof prometheusSettings>

/** Any part may be missing: `GET` returns exactly the stored settings, `PUT` the effective settings. */
const prometheusSettingsSchema = toWrittenSchema(prometheusSettings)

/** The format of the settings before 5.1; it is accepted and stored in the present format. */
export const legacyPrometheusSettings = struct('prometheus:legacy_deprecated_setting', {
  push_gateway_server: gatewayUrl,
  interval,
  headers,
  job_name: jobName,
  enable: withDefault(boolean, false),
  mnesia_collector: collector,
  vm_dist_collector: collector,
  vm_memory_collector: collector,
  vm_msacc_collector: collector,
  vm_statistics_collector: collector,
  vm_system_info_collector: collector,
})

/** The figures of the responding node; the sums over all nodes; or the figures of all nodes with the label `node`. */
export const scrapeModes = ['node', 'all_nodes_aggregated', 'all_nodes_unaggregated'] as const
export type ScrapeMode = (typeof scrapeModes)[number]

/** Figures by name, beside the labels that they share. Erlang turns an empty object into an empty list. */
const figuresSchema = v.union([v.record(v.string(), v.union([v.string(), v.number()])), v.array(v.never())])

/** The exposition format as text, or the figures by group, depending on `Accept`: JSON only for `application/json`. */
export const scrapeSchema = v.union([
  v.string(),
  v.record(v.string(), v.union([v.array(figuresSchema), figuresSchema])),
])
export type Scrape = v.InferOutput<typeof scrapeSchema>

/** The properties that all endpoints for figures share. */
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
  /** Replaces all settings: fields that are not sent return to their defaults. */
  put: endpoint({
    method: 'PUT',
    path: '/prometheus',
    refreshes: ['/prometheus', '/prometheus/stats', '/prometheus/auth', '/prometheus/data_integration'],
    body: document(v.union([prometheusSettingsSchema, toWrittenSchema(legacyPrometheusSettings)])),
    response: { 200: prometheusSettingsSchema },
    errors: [],
    access: 'token',
  }),
  stats: endpoint({ ...scrape, path: '/prometheus/stats' }),
  auth: endpoint({ ...scrape, path: '/prometheus/auth' }),
  dataIntegration: endpoint({ ...scrape, path: '/prometheus/data_integration' }),
} as const
