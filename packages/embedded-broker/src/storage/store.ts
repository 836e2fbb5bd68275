/** Bytes that several records share: the store keeps them once, for as long as any of the records exists. */
export interface SharedBytes {
  /** The id of the bytes; equal ids mean equal bytes. */
  readonly id: string
  readonly size: number
  read(): Buffer
}

/** Stores the data that must outlive the process: JSON values by kind and key. */
export interface Store {
  /**
   * Returns a fresh copy of every record of a kind that is on disk, in insertion order. Values are JSON: callers
   * parse them. A write in progress may be included for a moment.
   */
  all(kind: string): ReadonlyMap<string, unknown>
  keys(kind: string): readonly string[]
  get(kind: string, key: string): unknown
  /** Returns the shared bytes with which a record was put. */
  shared(kind: string, key: string): SharedBytes | undefined
  /**
   * Resolves when the record is on disk (group commit). A rejection means that nothing was changed: the record is as
   * it was before, and the next write is tried normally.
   */
  put(kind: string, key: string, value: unknown, shared?: SharedBytes): Promise<void>
  remove(kind: string, key: string): Promise<void>
  /**
   * Called with the keys of refused writes, before the writes reject: an owner that updates its own copy first
   * reverts the change here.
   */
  onRefused(kind: string, takeBack: (keys: ReadonlySet<string>) => void): void
  /**
   * Called with an error when writes begin to fail, and with undefined when they reach the disk again. Returns a
   * function that stops listening.
   */
  onHealth(listen: (failure: Error | undefined) => void): () => void
  /** Checks whether the disk has room again if the last write failed; rejects if it has none. */
  probe(): Promise<void>
  close(): Promise<void>
}
