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

/** Of this user; nobody else's, and nothing that an older version wrote differently. */
export function readStoredConnections(username: string): readonly StoredConnection[] {
  const text = localStorage.getItem(storageKey)
  if (text === null) return []
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), storedSchema), text)
  return stored.success && stored.output.username === username ? stored.output.connections : []
}

/** The schema keeps out what is not named there: there is no place for a password. */
export function storeConnections(username: string, connections: readonly StoredConnection[]): void {
  localStorage.setItem(storageKey, JSON.stringify(v.parse(storedSchema, { username, connections })))
}
