import { prometheusCollectors } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { isPlainObject } from '../../config/plain-object.ts'

/** The settings in today's form; those of the older style have their gateway at the top. Both have been checked. */
export function modernSettings(settings: unknown): unknown {
  if (!isPlainObject(settings) || !('push_gateway_server' in settings)) return settings
  const { enable, push_gateway_server: url, interval, headers, job_name } = settings
  return {
    push_gateway: { enable, url, interval, headers, job_name },
    collectors: Object.fromEntries(prometheusCollectors.map((one) => [one, settings[`${one}_collector`]])),
  }
}
