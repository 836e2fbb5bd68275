import {
  brokerConfigSchema,
  brokerSettings,
  limiterConfigSchema,
  limiterSettings,
  sysTopicsSchema,
  sysTopicsSettings,
} from '@brokerdeck/contract/settings/broker-config.ts'
import { configRoot } from '../config-root.ts'

export const brokerRoot = configRoot({ name: 'broker', shape: brokerConfigSchema, schema: brokerSettings })
export const limiterRoot = configRoot({
  name: 'limiter',
  shape: limiterConfigSchema,
  schema: limiterSettings,
})
export const sysTopicsRoot = configRoot({
  name: 'sys_topics',
  shape: sysTopicsSchema,
  schema: sysTopicsSettings,
})
