import type { JournalFile } from './journal-file.ts'
import { encodeRecord, encodeShared, headSize } from './journal-format.ts'
import type { Held, RecordTable } from './record-table.ts'
import type { SharedBytes } from './store.ts'
import { FailedStore } from './store-errors.ts'

/** The offset of shared bytes in the journal. */
export type JournalOffset = number

/** An open journal on disk. */
export type OpenJournal = Pick<JournalFile, 'size' | 'append' | 'probe' | 'read' | 'close'>

/** Opens and creates journals on disk. */
export interface JournalDisk {
  open(path: string, size: number): Promise<OpenJournal>
  create(path: string, records: Iterable<Buffer>): Promise<OpenJournal>
}

interface Write {
  readonly kind: string
  readonly key: string
  /** The new value; without it the record is removed. */
  readonly json?: string
  readonly shared?: SharedBytes | undefined
}

interface WaitingWrite extends Write {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface JournalWriterDeps {
  readonly path: string
  readonly table: RecordTable<JournalOffset>
  readonly disk: JournalDisk
}

const compactAbove = 1024 * 1024
/** The approximate number of bytes that share one sync; they are in memory twice meanwhile. */
const longestBatch = 8 * 1024 * 1024

/** Writes waiting records in batches, and undoes a whole batch if the disk refuses it. */
export class JournalWriter {
  readonly #parts: JournalWriterDeps
  #file: OpenJournal
  #waiting: WaitingWrite[] = []
  #running: Promise<void> | undefined
  #isClosed = false
  #failure: FailedStore | undefined
  /** The size above which the journal is compacted; it grows after a failed attempt. */
  #compactAbove = compactAbove
  readonly #takeBacks = new Map<string, (keys: ReadonlySet<string>) => void>()
  readonly #listeners = new Set<(failure: Error | undefined) => void>()

  private constructor(parts: JournalWriterDeps, file: OpenJournal) {
    this.#parts = parts
    this.#file = file
  }

  /** `size` is the number of valid bytes in the file; 0 creates a new file. */
  static async open(parts: JournalWriterDeps, size: number): Promise<JournalWriter> {
    const { path, disk, table } = parts
    if (size > 0) return new JournalWriter(parts, await disk.open(path, size))
    return new JournalWriter(parts, await disk.create(path, collectRecords(table).bytes))
  }

  write(write: Write): Promise<void> {
    if (this.#isClosed) return Promise.reject(new FailedStore(this.#parts.path, 'it has been closed'))
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ ...write, resolve, reject })
      this.#running ??= this.#drain()
    })
  }

  read({ place, size }: Held<JournalOffset>): Buffer {
    return this.#file.read(place, size)
  }

  onRefused(kind: string, takeBack: (keys: ReadonlySet<string>) => void): void {
    this.#takeBacks.set(kind, takeBack)
  }

  onHealth(listen: (failure: Error | undefined) => void): () => void {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  async probe(): Promise<void> {
    while (this.#running !== undefined) await this.#running
    if (this.#failure === undefined || this.#isClosed) return
    this.#running = this.#probe()
    await this.#running
    if (this.#failure !== undefined) throw this.#failure
  }

  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#running !== undefined) await this.#running
    await this.#file.close()
  }

  async #probe(): Promise<void> {
    try {
      await this.#file.probe()
      this.#tell(undefined)
    } catch (error) {
      this.#tell(new FailedStore(this.#parts.path, error))
    }
    this.#goOn()
  }

  async #drain(): Promise<void> {
    // The commit starts in the next turn of the event loop, so that all writes of this tick share one sync.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      await this.#commit(this.#waiting.splice(0, countOfBatch(this.#waiting)))
      await this.#compact()
    }
    this.#goOn()
  }

  /** Runs in the same tick as the last check for waiting writes; otherwise a write in between would wait forever. */
  #goOn(): void {
    this.#running = this.#waiting.length > 0 ? this.#drain() : undefined
  }

  async #commit(batch: readonly WaitingWrite[]): Promise<void> {
    const undo: (() => void)[] = []
    try {
      const records = this.#apply(batch, undo)
      if (records.length > 0) await this.#file.append(records)
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack()
      this.#refuse(batch, new FailedStore(this.#parts.path, error))
      return
    }
    this.#tell(undefined)
    for (const one of batch) one.resolve()
  }

  /** Changes the table; returns the records of the changes, and adds to `undo` the functions that revert them. */
  #apply(batch: readonly Write[], undo: (() => void)[]): Buffer[] {
    const { table } = this.#parts
    const records: Buffer[] = []
    let end = this.#file.size
    const add = (record: Buffer) => {
      records.push(record)
      end += record.length
    }
    for (const { kind, key, json, shared } of batch) {
      if (json === undefined) {
        if (table.row(kind, key) === undefined) continue
        undo.push(table.change(kind, key, undefined))
        add(encodeRecord({ kind, key }))
        continue
      }
      let held = shared && table.findHeld(shared.id)
      if (shared !== undefined && held === undefined) {
        const bytes = shared.read()
        const { record, at } = encodeShared(shared.id, bytes)
        held = table.offer(shared.id, end + at, bytes.length)
        undo.push(() => table.tidy())
        add(record)
      }
      undo.push(table.change(kind, key, { json, shared: held }))
      add(encodeRecord({ kind, key, json, ...(held === undefined ? {} : { sharedId: held.id }) }))
    }
    return records
  }

  /**
   * Also refuses the writes that wait meanwhile: then memory equals the disk, so owners of copies can restore them
   * from there.
   */
  #refuse(batch: readonly WaitingWrite[], failure: FailedStore): void {
    const refused = [...batch, ...this.#waiting]
    this.#waiting = []
    for (const [kind, takeBack] of this.#takeBacks) {
      const keys = new Set(refused.filter((one) => one.kind === kind).map(({ key }) => key))
      if (keys.size > 0) takeBack(keys)
    }
    this.#tell(failure)
    for (const one of refused) one.reject(failure)
  }

  #tell(failure: FailedStore | undefined): void {
    const isNews = (failure === undefined) !== (this.#failure === undefined)
    this.#failure = failure
    if (isNews) for (const listen of [...this.#listeners]) listen(failure)
  }

  /** Rewrites the journal if more than half of it is records that are no longer valid. */
  async #compact(): Promise<void> {
    const { path, table, disk } = this.#parts
    const { size } = this.#file
    if (size <= this.#compactAbove || size <= 2 * table.size) return
    const before = this.#file
    const { bytes, relocate } = collectRecords(table, before)
    try {
      this.#file = await disk.create(path, bytes)
    } catch {
      // The old journal stays in use. A full disk has no room for two journals.
      this.#compactAbove = size + compactAbove
      return
    }
    relocate()
    this.#compactAbove = compactAbove
    await before.close()
  }
}

function countOfBatch(waiting: readonly Write[]): number {
  let size = 0
  const count = waiting.findIndex(({ json = '', shared }) => {
    size += json.length + (shared?.size ?? 0)
    return size > longestBatch
  })
  return count === -1 ? waiting.length : count + 1
}

/**
 * Returns the records of the shortest journal with the table's content; `relocate` is called once it has replaced the
 * old one.
 */
function collectRecords(table: RecordTable<JournalOffset>, file?: OpenJournal) {
  const places = new Map<Held<JournalOffset>, JournalOffset>()
  function* bytes(): Generator<Buffer> {
    let end = headSize
    for (const [kind, key, { json, shared }] of table.entries()) {
      if (shared !== undefined && file !== undefined && !places.has(shared)) {
        const { record, at } = encodeShared(shared.id, file.read(shared.place, shared.size))
        places.set(shared, end + at)
        end += record.length
        yield record
      }
      const record = encodeRecord({
        kind,
        key,
        json,
        ...(shared === undefined ? {} : { sharedId: shared.id }),
      })
      end += record.length
      yield record
    }
  }
  const relocate = () => {
    for (const [held, place] of places) held.place = place
  }
  return { bytes: bytes(), relocate }
}
