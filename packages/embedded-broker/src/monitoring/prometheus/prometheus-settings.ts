import * as v from 'valibot'

/** The settings with everything filled in. */
export const prometheusConfigSchema = v.object({
  enable_basic_auth: v.boolean(),
  push_gateway: v.object({
    enable: v.boolean(),
    url: v.string(),
    method: v.picklist(['put', 'post']),
    interval: v.union([v.string(), v.number()]),
    job_name: v.string(),
    headers: v.record(v.string(), v.string()),
  }),
  collectors: v.object({
    mnesia: v.picklist(['enabled', 'disabled']),
    vm_dist: v.picklist(['enabled', 'disabled']),
    vm_memory: v.picklist(['enabled', 'disabled']),
    vm_msacc: v.picklist(['enabled', 'disabled']),
    vm_statistics: v.picklist(['enabled', 'disabled']),
    vm_system_info: v.picklist(['enabled', 'disabled']),
  }),
})
export type PrometheusConfig = v.InferOutput<typeof prometheusConfigSchema>
export type PushGatewaySettings = PrometheusConfig['push_gateway']
