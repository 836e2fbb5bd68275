import { mqttConfigSchema, mqttSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { configRoot } from '../config-root.ts'

export const mqttRoot = configRoot({ name: 'mqtt', shape: mqttConfigSchema, schema: mqttSettings })
