/** Where the world keeps what must outlive the process: JSON values by kind and key. */
export interface Store {
  /**
   * Every live record of a kind, in insertion order: a fresh copy, meant to be read once at start. Values are JSON:
   * callers parse them.
   */
  all(kind: string): ReadonlyMap<string, unknown>
  /**
   * Visible to `all` at once; resolves when the record is on disk (group commit). In-memory stores resolve at
   * once. A rejection means that the store takes no more writes until it is opened again.
   */
  put(kind: string, key: string, value: unknown): Promise<void>
  remove(kind: string, key: string): Promise<void>
  close(): Promise<void>
}
