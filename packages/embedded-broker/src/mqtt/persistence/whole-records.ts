import type { Store } from '../../storage/store.ts'
import { parseShared } from './message-record.ts'

/** Returns the records of a store with the bodies of their messages, wherever these are stored. */
export function wholeRecords(store: Pick<Store, 'keys' | 'get' | 'shared'>): Pick<Store, 'keys' | 'get'> {
  return {
    keys: (kind) => store.keys(kind),
    get(kind, key) {
      const record = store.get(kind, key)
      const shared = store.shared(kind, key)
      if (shared === undefined || typeof record !== 'object' || record === null) return record
      const body = parseShared(shared.read())
      if (!('message' in record)) return { ...record, ...body }
      return { ...record, message: { ...Object(record.message), ...body } }
    },
  }
}
