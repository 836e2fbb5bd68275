import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { client as m } from './messages.ts'

const versions = new Map([
  [3, '3.1'],
  [4, '3.1.1'],
  [5, '5.0'],
])

/** Returns the common name of the protocol version for the level in CONNECT (MQTT 5 §3.1.2.2). */
export function protocolVersion({ proto_name: name, proto_ver: level }: ClientRow): string | undefined {
  if (level === undefined) return undefined
  const version = versions.get(level) ?? String(level)
  return name === undefined || name === 'MQTT' || name === 'MQIsdp' ? version : `${name} ${version}`
}

/** The expiry interval 0xFFFFFFFF: the session never expires (MQTT 5 §3.1.2.11.2). */
export const sessionNeverExpires = 4_294_967_295

/** Formats a number of seconds, as `expiry_interval` has it. */
export function formatSessionExpiry(seconds: number | undefined): string {
  if (seconds === sessionNeverExpires) return m.never
  return formatDuration(seconds === undefined ? undefined : seconds * 1000)
}
