export interface BulkFailure<Item> {
  readonly item: Item
  readonly error: unknown
}

export interface BulkProgress<Item> {
  readonly total: number
  readonly done: number
  readonly failures: readonly BulkFailure<Item>[]
}

export interface BulkOutcome<Item> {
  readonly done: readonly Item[]
  readonly failed: readonly BulkFailure<Item>[]
  /** The items that were not started because the run was aborted before. */
  readonly skipped: readonly Item[]
}

export interface BulkRun<Item> {
  readonly items: readonly Item[]
  readonly run: (item: Item, signal: AbortSignal) => Promise<unknown>
  /** The number of items processed at a time: the broker serves operators and devices, too. */
  readonly concurrency?: number
  readonly onProgress?: (progress: BulkProgress<Item>) => void
  readonly signal: AbortSignal
}

/** Runs the same operation for many items, a few at a time; a failure does not stop the others. */
export async function runBulk<Item>(bulk: BulkRun<Item>): Promise<BulkOutcome<Item>> {
  const { items, run, concurrency = 4, onProgress, signal } = bulk
  const waiting = [...items]
  const done: Item[] = []
  const failed: BulkFailure<Item>[] = []
  const skipped: Item[] = []
  const worker = async () => {
    while (waiting.length > 0 && !signal.aborted) {
      for (const item of waiting.splice(0, 1)) {
        try {
          await run(item, signal)
          done.push(item)
        } catch (error) {
          if (signal.aborted) skipped.push(item)
          else failed.push({ item, error })
        }
        onProgress?.({ total: items.length, done: done.length, failures: [...failed] })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return { done, failed, skipped: [...skipped, ...waiting] }
}
