import { RecordTable, toJson } from './record-table.ts'
import type { Store } from './store.ts'

export function memoryStore(): Store {
  const table = new RecordTable()
  return {
    all: (kind) => table.all(kind),
    async put(kind, key, value) {
      table.put(kind, key, toJson(value))
    },
    async remove(kind, key) {
      table.remove(kind, key)
    },
    close: () => Promise.resolve(),
  }
}
