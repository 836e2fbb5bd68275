import type { Interruption } from '#kit/dialogs/dialog-store.ts'

interface UsedBridge {
  readonly enable: boolean
  /** The rules that use an action or a source. */
  readonly rules?: unknown
  /** The actions that use a connector. */
  readonly actions?: unknown
  readonly sources?: unknown
}

/**
 * Tells what stops together with a connector, an action or a source: nothing if it is disabled or unused. The
 * response does not tell whether the rules that name it are enabled.
 */
export function interruptionBy({ enable, rules, actions, sources }: UsedBridge): Interruption {
  const isUsed = [rules, actions, sources].some((users) => Array.isArray(users) && users.length > 0)
  return enable && isUsed ? 'data' : 'nothing'
}
