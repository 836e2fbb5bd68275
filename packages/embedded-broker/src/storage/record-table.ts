/** Values as JSON text: compact, and nobody can change them from outside. */
export interface Row<Place> {
  readonly json: string
  readonly shared: Held<Place> | undefined
}

/** Shared bytes, and how many records hold them. */
export interface Held<Place> {
  readonly id: string
  place: Place
  readonly size: number
  holders: number
}

/** The live records of a store. `Place` is where it keeps shared bytes. */
export class RecordTable<Place> {
  readonly #kinds = new Map<string, Map<string, string | Row<Place>>>()
  readonly #shared = new Map<string, Held<Place>>()
  /** About what the live records would take in a file. */
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

  /** Bytes that records to come will hold. */
  offer(id: string, place: Place, size: number): Held<Place> {
    const held = { id, place, size, holders: 0 }
    this.#shared.set(id, held)
    return held
  }

  /** Sets a record, or removes it without `row`. Returns how to take that back. */
  change(kind: string, key: string, row: Row<Place> | undefined): () => void {
    let records = this.#kinds.get(kind)
    if (records === undefined) {
      records = new Map()
      this.#kinds.set(kind, records)
    }
    const before = this.row(kind, key)
    // The new one first: bytes that both hold are never without a holder.
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

  /** Forgets offered bytes that no record has come to hold. */
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

/** Heads, kinds and keys. */
const recordOverhead = 64

const encodeRow = <Place>(row: string | Row<Place>): string => (typeof row === 'string' ? row : row.json)

export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
