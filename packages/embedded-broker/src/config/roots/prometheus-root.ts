import { prometheusConfigSchema } from '../../monitoring/prometheus/prometheus-settings.ts'
import { configRoot } from '../config-root.ts'
import { prometheusSchema } from '../prometheus-schema.ts'

export const prometheusRoot = configRoot({
  name: 'prometheus',
  schema: prometheusSchema,
  shape: prometheusConfigSchema,
})
