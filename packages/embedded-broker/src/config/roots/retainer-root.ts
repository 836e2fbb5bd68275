import { retainerConfigSchema, retainerSettings } from '@brokerdeck/contract/traffic/retainer.ts'
import { configRoot } from '../config-root.ts'

export const retainerRoot = configRoot({
  name: 'retainer',
  shape: retainerConfigSchema,
  schema: retainerSettings,
})
