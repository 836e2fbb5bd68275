/** Bytes that several records hold: the store keeps them once, for as long as one of them is there. */
export interface SharedBytes {
  /** The same bytes whenever it is the same id. */
  readonly id: string
  readonly size: number
  read(): Buffer
}

/** Where the world keeps what must outlive the process: JSON values by kind and key. */
export interface Store {
  /**
   * Every record of a kind that is on disk, in insertion order: a fresh copy. Values are JSON: callers parse them. For
   * a moment a write that is under way is among them.
   */
  all(kind: string): ReadonlyMap<string, unknown>
  keys(kind: string): readonly string[]
  get(kind: string, key: string): unknown
  /** The bytes that a record was put with. */
  shared(kind: string, key: string): SharedBytes | undefined
  /**
   * Resolves when the record is on disk (group commit). A rejection means that nothing was changed: the record is what
   * it was before, and the next write is tried as if nothing had happened.
   */
  put(kind: string, key: string, value: unknown, shared?: SharedBytes): Promise<void>
  remove(kind: string, key: string): Promise<void>
  /**
   * Called with the keys whose writes were refused, before the writes reject: whoever changes its own copy first takes
   * the change back here.
   */
  onRefused(kind: string, takeBack: (keys: ReadonlySet<string>) => void): void
  /** Called when writes begin to fail and, with undefined, when they reach the disk again. Returns how to stop. */
  onHealth(listen: (failure: Error | undefined) => void): () => void
  /** Tries whether there is room again if the last write failed; rejects if there is none. */
  probe(): Promise<void>
  close(): Promise<void>
}
