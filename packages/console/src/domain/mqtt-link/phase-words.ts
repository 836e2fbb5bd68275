import type { LinkPhase } from './link-state.ts'
import { mqttLink as m } from './messages.ts'

/** The words of the specification, §4. */
export const phaseWords: Readonly<Record<LinkPhase, string>> = {
  connecting: m.connecting,
  connected: m.connected,
  disconnecting: m.disconnecting,
  disconnected: m.disconnected,
  reconnecting: m.reconnecting,
}
