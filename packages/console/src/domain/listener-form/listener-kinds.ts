import type { ListenerType } from '@brokerdeck/contract/settings/listeners.ts'
import type { Condition } from '#kit/form/field.ts'

/** Returns the condition for the types of listeners that have a field. */
export function onlyFor(...types: readonly ListenerType[]): readonly Condition[] {
  return [{ path: 'type', is: types }]
}

export const ofTcp = onlyFor('tcp', 'ssl', 'ws', 'wss')
