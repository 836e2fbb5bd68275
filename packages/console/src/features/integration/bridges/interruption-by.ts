import type { Interruption } from '#kit/dialogs/dialog-store.ts'

interface UsedBridge {
  readonly enable: boolean
  /** Who uses an action or a source. */
  readonly rules?: unknown
  /** Who uses a connector. */
  readonly actions?: unknown
  readonly sources?: unknown
}

/**
 * What stops with a connector, an action or a source: nothing where it is disabled or unused. Whether the rules that name it
 * are on, is not told with it.
 */
export function interruptionBy({ enable, rules, actions, sources }: UsedBridge): Interruption {
  const isUsed = [rules, actions, sources].some((users) => Array.isArray(users) && users.length > 0)
  return enable && isUsed ? 'data' : 'nothing'
}
