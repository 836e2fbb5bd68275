import { type ConnectionSettings, defaultSettings } from '#domain/mqtt-link/connection-settings.ts'
import { hasTunnel } from '#domain/mqtt-link/link-address.ts'

/** Returns the settings of a new connection. */
export function startSettings(clientId: string): ConnectionSettings {
  return { ...defaultSettings(clientId, location), via: hasTunnel() ? 'tunnel' : 'direct' }
}
