import { currentSession } from '#api/session.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { permission as m } from '../messages.ts'

/**
 * Why whoever is signed in may not change anything; undefined if he may. The broker refuses every write of the role
 * viewer with 403 `UNAUTHORIZED_ROLE`, our server every write when it is read-only.
 */
export function whyNoWrite(): string | undefined {
  if (consoleConfig().readOnly) return m.readOnly
  return currentSession()?.role === 'viewer' ? m.viewer : undefined
}

/** Why whoever is signed in is not shown secrets, also where a broker sends them to everybody. */
export function whyNoSecrets(): string | undefined {
  return currentSession()?.role === 'viewer' ? m.secretsForAdministrators : undefined
}
