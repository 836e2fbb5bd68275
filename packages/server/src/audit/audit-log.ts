import type { AuditFilesAside } from './audit-trail.ts'

/** The destination of the lines. */
export interface AuditSink {
  /** The name that an operator recognizes. */
  readonly name: string
  /** The files from which the lines can be read again; undefined for the standard output, which cannot be read. */
  readonly files?: AuditFilesAside
  /** Resolves when all lines are stored safely; after a failure none of the lines counts as written. */
  write(lines: Buffer): Promise<void>
  close(): Promise<void>
}

export interface AuditLogOptions {
  readonly sink: AuditSink
  /** True if a write is allowed even when its line cannot be written. */
  readonly isBestEffort: boolean
  readonly report: (line: string) => void
  /**
   * The maximum number of writes between their first line and the end of their response; further writes are rejected.
   */
  readonly mostUnderWay?: number
}

/** `written` counts lines, the others count writes: rejected, allowed without a line, and done without a final line. */
export type AuditCount = 'written' | 'refused' | 'unrecorded' | 'unfinished'

export type Admission = 'admitted' | { readonly refusal: string }

interface UnwrittenLine {
  readonly line: Buffer
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const usuallyUnderWay = 1_000
/** The approximate number of bytes that share one sync. */
const longestBatch = 256 * 1024

const tooMany: Admission = {
  refusal: 'Nothing was changed, because too many writes wait for the audit log of Brokerdeck. Try again.',
}

/**
 * An audit log in which waiting lines share one sync. The limit of writes in progress also limits the waiting lines.
 */
export class AuditLog {
  readonly counts = new Map<AuditCount, number>([
    ['written', 0],
    ['refused', 0],
    ['unrecorded', 0],
    ['unfinished', 0],
  ])
  readonly #options: AuditLogOptions
  #waiting: UnwrittenLine[] = []
  #running: Promise<void> | undefined
  #underWay = 0
  #isFailing = false
  #isClosed = false

  constructor(options: AuditLogOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.sink.name
  }

  get files(): AuditFilesAside | undefined {
    return this.#options.sink.files
  }

  /** Called before a write is passed on. A caller that is admitted must call `leave`. */
  async admit(line: string): Promise<Admission> {
    const { isBestEffort, mostUnderWay = usuallyUnderWay } = this.#options
    if (this.#underWay >= mostUnderWay) {
      this.#count('refused')
      return tooMany
    }
    this.#underWay += 1
    try {
      await this.#append(line)
      return 'admitted'
    } catch (error) {
      if (isBestEffort) {
        this.#count('unrecorded')
        return 'admitted'
      }
      this.#underWay -= 1
      this.#count('refused')
      return { refusal: `Nothing was changed, because the audit log of Brokerdeck ${explain(error)}.` }
    }
  }

  /** Records the end of a write. Its first line is on disk, so the client gets its response even if this fails. */
  async finish(line: string): Promise<void> {
    try {
      await this.#append(line)
    } catch {
      this.#count('unfinished')
    }
  }

  leave(): void {
    this.#underWay -= 1
  }

  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#running !== undefined) await this.#running
    await this.#options.sink.close()
  }

  #append(line: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('it has been closed'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: Buffer.from(`${line}\n`), resolve, reject })
      this.#running ??= this.#drain()
    })
  }

  async #drain(): Promise<void> {
    // Waiting until the next turn of the event loop lets all lines of this tick share one sync.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, countBatch(this.#waiting)))
    this.#running = undefined
  }

  async #commit(batch: readonly UnwrittenLine[]): Promise<void> {
    try {
      await this.#options.sink.write(Buffer.concat(batch.map(({ line }) => line)))
    } catch (error) {
      this.#tell(error)
      for (const one of batch) one.reject(error)
      return
    }
    this.#tell(undefined)
    this.#count('written', batch.length)
    for (const one of batch) one.resolve()
  }

  /** Reports once when writing begins to fail, and once when it works again. */
  #tell(error: unknown): void {
    const { sink, isBestEffort, report } = this.#options
    const isFailing = error !== undefined
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    const effect = isBestEffort ? 'Writes go on without it' : 'Writes are refused'
    const reason = error instanceof Error ? error.message : String(error)
    if (isFailing) report(`The audit log ${sink.name} cannot be written: ${reason}. ${effect} until it can.`)
    else report(`The audit log ${sink.name} can be written again.`)
  }

  #count(what: AuditCount, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }
}

/** Returns the reason without the path, because any client may read it. */
function explain(error: unknown): string {
  const [reason] = error instanceof Error ? (/^E[A-Z\d]+: [^,']+/.exec(error.message) ?? []) : []
  return reason === undefined ? 'cannot be written' : `cannot be written: ${reason}`
}

function countBatch(waiting: readonly UnwrittenLine[]): number {
  let size = 0
  const count = waiting.findIndex(({ line }) => {
    size += line.length
    return size > longestBatch
  })
  return count === -1 ? waiting.length : Math.max(1, count)
}
