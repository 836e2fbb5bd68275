/** A value as JSON text, which is compact and cannot be changed from outside. */
export interface Row<Place> {
  readonly json: string
  readonly shared: Held<Place> | undefined
}

/** Shared bytes, and the number of records that hold them. */
export interface Held<Place> {
  readonly id: string
  place: Place
  readonly size: number
  holders: number
}

/** The live records of a store. `Place` is the type of the location at which the store keeps shared bytes. */
export class RecordTable<Place> {
  readonly #kinds = new Map<string, Map<string, string | Row<Place>>>()
  readonly #shared = new Map<string, Held<Place>>()
  /** The approximate size of the live records in a file, in bytes. */
  size = 0

  all(kind: string): ReadonlyMap<string, unknown> {
    return new Map(this.keys(kind).map((key) => [key, this.get(kind, key)]))
  }

  keys(kind: string): readonly string[] {
    return [...(this.#kinds.get(kind)?.keys() ?? [])]
  }

  get(kind: string, key: string): unknown {
    const row = this.#kinds.get(kind)?.get(key)
    return row === undefined ? undefined : JSON.parse(encodeRow(row))
  }

  row(kind: string, key: string): Row<Place> | undefined {
    const row = this.#kinds.get(kind)?.get(key)
    return typeof row === 'string' ? { json: row, shared: undefined } : row
  }

  findHeld(id: string): Held<Place> | undefined {
    return this.#shared.get(id)
  }

  /** Adds shared bytes that the following records will hold. */
  offer(id: string, place: Place, size: number): Held<Place> {
    const held = { id, place, size, holders: 0 }
    this.#shared.set(id, held)
    return held
  }

  /** Sets a record, or removes it without `row`. Returns a function that reverts the change. */
  change(kind: string, key: string, row: Row<Place> | undefined): () => void {
    let records = this.#kinds.get(kind)
    if (records === undefined) {
      records = new Map()
      this.#kinds.set(kind, records)
    }
    const before = this.row(kind, key)
    // The new row is held first, so that bytes held by both rows never lack a holder.
    if (row !== undefined) this.#hold(row)
    if (before !== undefined) this.#release(before)
    if (row === undefined) records.delete(key)
    else records.set(key, row.shared === undefined ? row.json : row)
    return () => this.change(kind, key, before)
  }

  *entries(): Generator<readonly [kind: string, key: string, row: Row<Place>]> {
    for (const [kind, records] of this.#kinds) {
      for (const [key, row] of records) {
        yield [kind, key, typeof row === 'string' ? { json: row, shared: undefined } : row]
      }
    }
  }

  /** Removes offered bytes that no record holds. */
  tidy(): void {
    for (const [id, { holders }] of this.#shared) if (holders === 0) this.#shared.delete(id)
  }

  #hold({ json, shared }: Row<Place>): void {
    this.size += json.length + recordOverhead
    if (shared === undefined) return
    if (shared.holders === 0) {
      this.#shared.set(shared.id, shared)
      this.size += shared.size
    }
    shared.holders += 1
  }

  #release({ json, shared }: Row<Place>): void {
    this.size -= json.length + recordOverhead
    if (shared === undefined) return
    shared.holders -= 1
    if (shared.holders > 0) return
    if (this.#shared.get(shared.id) === shared) this.#shared.delete(shared.id)
    this.size -= shared.size
  }
}

/** The approximate number of bytes of a record's head, kind and key. */
const recordOverhead = 64

const encodeRow = <Place>(row: string | Row<Place>): string => (typeof row === 'string' ? row : row.json)

export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
