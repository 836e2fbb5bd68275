import { anyMap } from '@brokerdeck/contract/description/scalars.ts'
import { mapOf, optional, struct } from '@brokerdeck/contract/description/schema.ts'
import { listenerTypes } from '@brokerdeck/contract/settings/listeners.ts'
import * as v from 'valibot'
import type { KeptElsewhere } from '../../config/config.ts'
import type { Listeners } from './listeners.ts'

/** Each listener is validated completely when it is written: fields that a text omits keep their values. */
const schema = struct(
  'broker:listeners',
  Object.fromEntries(listenerTypes.map((type) => [type, optional(mapOf('name', anyMap))])),
)
const record = <S extends v.GenericSchema>(value: S) => v.record(v.string(), value)
const documentSchema = record(record(record(v.unknown())))

/** Returns the listeners as the root `listeners` of the configuration. */
export function listenersAsConfig(listeners: Listeners): KeptElsewhere {
  return {
    schema,
    read: () => listeners.document(),
    toShown: () => listeners.document((document) => listeners.config.toShown(document)),
    check: (given) => listeners.check(v.parse(documentSchema, given)),
    write: (given) => listeners.put(v.parse(documentSchema, given)),
  }
}
