import { slowSubsConfigSchema, slowSubsSettings } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { configRoot } from '../config-root.ts'

export const slowSubsRoot = configRoot({
  name: 'slow_subs',
  shape: slowSubsConfigSchema,
  schema: slowSubsSettings,
})
