import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'

const versions = new Map([
  [3, '3.1'],
  [4, '3.1.1'],
  [5, '5.0'],
])

/** The level in CONNECT as the version that people say (MQTT 5 §3.1.2.2). */
export function protocolVersion({ proto_name: name, proto_ver: level }: ClientRow): string | undefined {
  if (level === undefined) return undefined
  const version = versions.get(level) ?? String(level)
  return name === undefined || name === 'MQTT' || name === 'MQIsdp' ? version : `${name} ${version}`
}
