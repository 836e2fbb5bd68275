import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import { prometheusSettings } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { configRoot } from '../config-root.ts'

/** Missing settings are filled in with defaults. */
export const prometheusRoot = configRoot({
  name: 'prometheus',
  schema: prometheusSettings,
  shape: tolerant(prometheusSettings),
})
