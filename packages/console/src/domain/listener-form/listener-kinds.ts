import type { ListenerType } from '@brokerdeck/contract/settings/listeners.ts'
import type { Condition } from '#kit/form/field.ts'

/** Which listeners a field is for. */
export function onlyFor(...types: readonly ListenerType[]): readonly Condition[] {
  return [{ path: 'type', is: types }]
}

export const ofTcp = onlyFor('tcp', 'ssl', 'ws', 'wss')
