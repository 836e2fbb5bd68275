import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { storedTime } from '../../storage/stored-time.ts'

/** The three kinds that the configuration stores as type → name → settings. */
export type ResourceKind = 'connectors' | 'actions' | 'sources'

const recordSchema = v.object({
  type: v.string(),
  name: v.string(),
  /** All settings, complete, with secrets; without type and name. */
  settings: v.looseObject({ enable: v.boolean() }),
  createdAt: storedTime,
  lastModifiedAt: storedTime,
})
export type ResourceRecord = Readonly<v.InferOutput<typeof recordSchema>>

export const toResourceId = ({ type, name }: { readonly type: string; readonly name: string }) =>
  `${type}:${name}`

/** The stored resources of a kind, by `type:name`. */
export class ResourceStore {
  readonly kind: ResourceKind
  readonly #store: Store
  readonly #records = new Map<string, ResourceRecord>()

  constructor(store: Store, kind: ResourceKind) {
    this.kind = kind
    this.#store = store
    this.#reload()
    store.onRefused(kind, () => this.#reload())
  }

  #reload(): void {
    this.#records.clear()
    for (const [id, record] of readRecords(this.#store, this.kind, recordSchema))
      this.#records.set(id, record)
  }

  all(): readonly ResourceRecord[] {
    return [...this.#records.values()]
  }

  find(id: string): ResourceRecord | undefined {
    return this.#records.get(id)
  }

  async put(record: ResourceRecord): Promise<void> {
    const id = toResourceId(record)
    this.#records.set(id, record)
    await this.#store.put(this.kind, id, record)
  }

  async remove(id: string): Promise<void> {
    this.#records.delete(id)
    await this.#store.remove(this.kind, id)
  }
}

/** Returns the name of the connector that an action or a source uses. */
export function getConnectorName({ settings }: ResourceRecord): string {
  return typeof settings['connector'] === 'string' ? settings['connector'] : ''
}
