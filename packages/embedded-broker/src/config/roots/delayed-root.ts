import { delayedConfigSchema, delayedSettings } from '@brokerdeck/contract/traffic/delayed.ts'
import { configRoot } from '../config-root.ts'

export const delayedRoot = configRoot({
  name: 'delayed',
  shape: delayedConfigSchema,
  schema: delayedSettings,
})
