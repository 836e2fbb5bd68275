import type { LinkEnd } from './link-state.ts'

/**
 * The codes of temporary refusals: server unavailable, server busy, quota exceeded, connection rate exceeded (MQTT 5
 * §3.2.2.2).
 */
const passing5: readonly number[] = [0x88, 0x89, 0x97, 0x9f]
/** The code for server unavailable (MQTT 3.1.1 §3.2.2.3). */
const passing4: readonly number[] = [3]
const sessionTakenOver = 0x8e

/** Tells whether an end is final: waiting does not help, so there is no retry. */
export function isFinalEnd(end: LinkEnd, wasConnected: boolean): boolean {
  switch (end.kind) {
    case 'refused':
      return !(end.version === 5 ? passing5 : passing4).includes(end.code)
    case 'unproven':
      return true
    case 'ended':
      // Two clients with the same ID would disconnect each other forever.
      return end.code === sessionTakenOver
    case 'failed':
      // The server at this address does not speak MQTT.
      return !wasConnected
    default:
      return false
  }
}
