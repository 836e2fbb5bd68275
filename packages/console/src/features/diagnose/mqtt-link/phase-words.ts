import { mqttLink as m } from '../messages/mqtt-link.ts'
import type { LinkPhase } from './link-state.ts'

/** The words of the specification, §4. */
export const phaseWords: Readonly<Record<LinkPhase, string>> = {
  connecting: m.connecting,
  connected: m.connected,
  disconnecting: m.disconnecting,
  disconnected: m.disconnected,
  reconnecting: m.reconnecting,
}
