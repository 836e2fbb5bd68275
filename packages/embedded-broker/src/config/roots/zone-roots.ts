import {
  durableSessionsSchema,
  durableSessionsSettings,
  flappingDetectSchema,
  flappingDetectSettings,
  forceGcSchema,
  forceGcSettings,
  forceShutdownSchema,
  forceShutdownSettings,
} from '@brokerdeck/contract/settings/mqtt-config.ts'
import { configRoot } from '../config-root.ts'

export const flappingDetectRoot = configRoot({
  name: 'flapping_detect',
  shape: flappingDetectSchema,
  schema: flappingDetectSettings,
})
export const forceShutdownRoot = configRoot({
  name: 'force_shutdown',
  shape: forceShutdownSchema,
  schema: forceShutdownSettings,
})
export const forceGcRoot = configRoot({ name: 'force_gc', shape: forceGcSchema, schema: forceGcSettings })
export const durableSessionsRoot = configRoot({
  name: 'durable_sessions',
  shape: durableSessionsSchema,
  schema: durableSessionsSettings,
})
