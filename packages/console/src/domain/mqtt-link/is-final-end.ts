import type { LinkEnd } from './link-state.ts'

/** Server unavailable, server busy, quota exceeded, connection rate exceeded (MQTT 5 §3.2.2.2). */
const passing5: readonly number[] = [0x88, 0x89, 0x97, 0x9f]
/** Server unavailable (MQTT 3.1.1 §3.2.2.3). */
const passing4: readonly number[] = [3]
const sessionTakenOver = 0x8e

/** What does not become better by waiting: it is not tried again. */
export function isFinalEnd(end: LinkEnd, wasConnected: boolean): boolean {
  switch (end.kind) {
    case 'refused':
      return !(end.version === 5 ? passing5 : passing4).includes(end.code)
    case 'unproven':
      return true
    case 'ended':
      // Two clients of one name would throw each other out for ever.
      return end.code === sessionTakenOver
    case 'failed':
      // What answers at this address speaks no MQTT.
      return !wasConnected
    default:
      return false
  }
}
