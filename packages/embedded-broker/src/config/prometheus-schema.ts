import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { boolean, duration, text, textMatching } from '@brokerdeck/contract/description/scalars.ts'
import { mapOf, selected, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { prometheusCollectors } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { isPlainObject } from './plain-object.ts'

const url = textMatching('prometheus:url()', /^https?:\/\/[^\s/]+/i, 'Invalid url')
const headers = withDefault(mapOf('header', text), {})
const interval = withDefault(duration, '15s')
const jobName = withDefault(text, `\${name}/instance/\${name}~\${host}`)
const gatewayUrl = withDefault(url, 'http://127.0.0.1:9091')
const collectorFields = (named: (collector: string) => string) =>
  Object.fromEntries(
    prometheusCollectors.map((one) => [named(one), withDefault(oneOf('enabled', 'disabled'), 'disabled')]),
  )

const settings = {
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
  collectors: withDefault(
    struct(
      'prometheus:collectors',
      collectorFields((one) => one),
    ),
    {},
  ),
  enable_basic_auth: withDefault(boolean, false),
}

/** Everything that is not given is filled in; EMQX keeps only what it was given and fills in when it uses it. */
export const prometheusSchema = struct('prometheus:recommend_setting', settings)

const legacy = struct('prometheus:legacy_deprecated_setting', {
  push_gateway_server: gatewayUrl,
  interval,
  headers,
  job_name: jobName,
  enable: withDefault(boolean, false),
  ...collectorFields((one) => `${one}_collector`),
})

/** Either style of a request: one key that today's has not, and it is taken for the older one. */
export const prometheusRequestSchema = selected([prometheusSchema, legacy], (given) =>
  isPlainObject(given) && Object.keys(given).some((key) => !Object.hasOwn(settings, key))
    ? legacy
    : prometheusSchema,
)
