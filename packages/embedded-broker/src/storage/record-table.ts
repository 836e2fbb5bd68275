/** The live records of a store, values as JSON text: compact, and nobody can change them from outside. */
export class RecordTable {
  readonly #kinds = new Map<string, Map<string, string>>()

  all(kind: string): ReadonlyMap<string, unknown> {
    const records = new Map<string, unknown>()
    for (const [key, json] of this.#kinds.get(kind) ?? []) records.set(key, JSON.parse(json))
    return records
  }

  put(kind: string, key: string, json: string): void {
    let records = this.#kinds.get(kind)
    if (records === undefined) {
      records = new Map()
      this.#kinds.set(kind, records)
    }
    records.set(key, json)
  }

  remove(kind: string, key: string): boolean {
    return this.#kinds.get(kind)?.delete(key) ?? false
  }

  *entries(): Generator<readonly [kind: string, key: string, json: string]> {
    for (const [kind, records] of this.#kinds) {
      for (const [key, json] of records) yield [kind, key, json]
    }
  }
}

export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
