import { parseRate } from '@brokerdeck/contract/measures.ts'
import type { ListenerSettings } from '../../listen/listener-settings.ts'
import { type LimiterSettings, type Rate, unlimited } from '../client/settings.ts'

const known = new WeakMap<ListenerSettings, LimiterSettings>()

const toRate = (written: string | undefined): Rate =>
  written === undefined ? unlimited : (parseRate(written) ?? unlimited)

/** Returns the limits of a listener; always the same object for the same settings. */
export function listenerLimits(settings: ListenerSettings): LimiterSettings {
  const before = known.get(settings)
  if (before !== undefined) return before
  const { connections, messages, bytes } = settings.rates
  const limits = {
    connections: toRate(connections),
    messages: toRate(messages),
    bytes: toRate(bytes),
  }
  known.set(settings, limits)
  return limits
}
