import * as v from 'valibot'
import { connectionSettingsSchema } from '#domain/mqtt-link/connection-settings.ts'
import { subscriptionOptionsSchema } from '#domain/mqtt-link/link-message.ts'

const storageKey = 'testClient'

const storedConnectionSchema = v.object({
  id: v.string(),
  name: v.string(),
  settings: connectionSettingsSchema,
  subscriptions: v.array(
    v.object({
      filter: v.string(),
      options: subscriptionOptionsSchema,
      colour: v.picklist([1, 2, 3, 4, 5, 6]),
      isMuted: v.boolean(),
    }),
  ),
})
export type StoredConnection = v.InferOutput<typeof storedConnectionSchema>

const storedSchema = v.object({ username: v.string(), connections: v.array(storedConnectionSchema) })

/**
 * Reads the stored connections of this user; leaves out other users' connections and any data in the format of an
 * older version.
 */
export function readStoredConnections(username: string): readonly StoredConnection[] {
  const text = localStorage.getItem(storageKey)
  if (text === null) return []
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), storedSchema), text)
  return stored.success && stored.output.username === username ? stored.output.connections : []
}

/** Stores the connections. The schema drops all fields that it does not name, so a password is never stored. */
export function storeConnections(username: string, connections: readonly StoredConnection[]): void {
  localStorage.setItem(storageKey, JSON.stringify(v.parse(storedSchema, { username, connections })))
}
