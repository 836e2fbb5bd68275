import {
  alarmConfigSchema,
  alarmSettings,
  sysmonConfigSchema,
  sysmonSettings,
} from '@brokerdeck/contract/settings/sysmon-config.ts'
import { configRoot } from '../config-root.ts'

export const sysmonRoot = configRoot({ name: 'sysmon', shape: sysmonConfigSchema, schema: sysmonSettings })
export const alarmRoot = configRoot({ name: 'alarm', shape: alarmConfigSchema, schema: alarmSettings })
