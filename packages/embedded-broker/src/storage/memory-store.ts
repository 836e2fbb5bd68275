import { RecordTable, toJson } from './record-table.ts'
import type { Store } from './store.ts'

export function memoryStore(): Store {
  const table = new RecordTable<Buffer>()
  return {
    all: (kind) => table.all(kind),
    keys: (kind) => table.keys(kind),
    get: (kind, key) => table.get(kind, key),
    shared(kind, key) {
      const held = table.row(kind, key)?.shared
      return held && { id: held.id, size: held.size, read: () => held.place }
    },
    async put(kind, key, value, shared) {
      const bytes = shared === undefined || table.findHeld(shared.id) ? undefined : shared.read()
      if (shared !== undefined && bytes !== undefined) table.offer(shared.id, bytes, bytes.length)
      table.change(kind, key, { json: toJson(value), shared: shared && table.findHeld(shared.id) })
    },
    async remove(kind, key) {
      table.change(kind, key, undefined)
    },
    onRefused: () => undefined,
    onHealth: () => () => undefined,
    probe: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}
