import { dashboardConfigSchema, dashboardSettings } from '@brokerdeck/contract/settings/broker-config.ts'
import { configRoot } from '../config-root.ts'

export const dashboardRoot = configRoot({
  name: 'dashboard',
  shape: dashboardConfigSchema,
  schema: dashboardSettings,
})
