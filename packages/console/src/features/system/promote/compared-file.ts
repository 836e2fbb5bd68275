import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { longestHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import type { Comparable, Compared, Kind } from '#compare/compare-sides.ts'
import { TooManyError } from '#compare/kind-in-file.ts'
import { mostPackedBytes } from '#compare/read-archive.ts'
import type { ReadResult } from '#compare/read-contents.ts'
import { connectWorker, type OpenedWorker } from '#domain/mqtt-link/connect-worker.ts'
import type { WorkerPort } from '#domain/mqtt-link/worker-port.ts'
import { comparison as m } from '#features/system/messages/promote.ts'
import {
  type CompareAnswer,
  type CompareCommand,
  compareAnswerSchema,
} from '#features/system/promote/engine/compare-command.ts'
import { formatNumber } from '#i18n/format-number.ts'

/**
 * The timeout of one response, in milliseconds. The slowest comparison of a file of 8 MB takes some seconds, and ten
 * times as long on a busy machine.
 */
export const patienceMs = 60_000

/** Thrown if the worker did not respond in time and was terminated. */
class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
  constructor() {
    super(m.tooSlow(formatNumber(patienceMs / 1000)))
  }
}

/** `changed` means that the file can no longer be read, `too-slow` that the worker was terminated. */
export type FileReading = ReadResult | { readonly kind: 'changed' | 'too-slow' }

type Question = Extract<CompareCommand, { id: number }>
type Unnumbered =
  | Omit<Extract<Question, { ask: 'read' }>, 'id'>
  | Omit<Extract<Question, { ask: 'compare' }>, 'id'>

interface QueuedQuestion {
  readonly question: Question
  readonly answer: (answer: CompareAnswer) => void
  readonly refuse: (error: TooSlowError) => void
}

/**
 * Reads and compares a chosen file in a worker, so that no file content can block the page. The file is read once, so
 * later changes to it have no effect.
 */
export class ComparedFile {
  readonly #file: File
  readonly #openWorker: () => OpenedWorker
  readonly #asked = new Map<number, QueuedQuestion>()
  #bytes: Uint8Array<ArrayBuffer> | undefined
  #port: WorkerPort<CompareCommand> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #questions = 0

  constructor(
    file: File,
    openWorker: () => OpenedWorker = () =>
      new Worker(new URL('./engine/compare-worker.ts', import.meta.url), { type: 'module' }),
  ) {
    this.#file = file
    this.#openWorker = openWorker
  }

  async read(): Promise<FileReading> {
    const most = this.#file.name.endsWith(backupSuffix) ? mostPackedBytes : longestHocon
    if (this.#file.size > most) return { kind: 'too-large' }
    try {
      this.#bytes ??= new Uint8Array(await this.#file.arrayBuffer())
      const answer = await this.#ask({ ask: 'read' })
      if (answer.kind !== 'read') throw new Error(`no answer to read: ${answer.kind}`)
      return answer.reading
    } catch (error) {
      // The user may have changed or removed the file since choosing it.
      if (error instanceof DOMException) return { kind: 'changed' }
      if (error instanceof TooSlowError) return { kind: 'too-slow' }
      throw error
    }
  }

  /**
   * Compares the objects of a kind in the cluster and the file. Resolves to undefined if the file does not contain
   * the kind.
   */
  async compare(kind: Kind, here: readonly Comparable[]): Promise<readonly Compared[] | undefined> {
    const told = here.map(({ id, settings, withheld = [] }) => ({ id, settings, withheld }))
    const answer = await this.#ask({ ask: 'compare', kind, here: told })
    if (answer.kind === 'too-many') throw new TooManyError(answer.most)
    if (answer.kind !== 'compared') throw new Error(`no answer to compare: ${answer.kind}`)
    const held = new Map(here.map(({ id, settings }) => [id, settings]))
    return answer.all?.map((one) => ({
      ...one,
      here: one.here,
      there: one.there,
      held: held.get(one.id),
    }))
  }

  /** Terminates the worker at once. A later request reads the file again. */
  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#port?.close()
    this.#port = undefined
    for (const { refuse } of this.#asked.values()) refuse(new TooSlowError())
    this.#asked.clear()
  }

  #ask(asked: Unnumbered): Promise<CompareAnswer> {
    this.#questions += 1
    const id = this.#questions
    const question = { ...asked, id }
    return new Promise((answer, refuse) => {
      this.#asked.set(id, { question, answer, refuse })
      this.#send(question)
    })
  }

  #send(question: Question): void {
    this.#port ??= this.#open()
    this.#port.send(question)
    if (this.#timer === undefined) this.#watch()
  }

  #open(): WorkerPort<CompareCommand> {
    const port = connectWorker<CompareCommand, CompareAnswer>(
      this.#openWorker(),
      compareAnswerSchema,
      (answer) => this.#hear(answer),
    )
    port.send({ ask: 'open', name: this.#file.name, bytes: this.#bytes ?? new Uint8Array() })
    return port
  }

  #hear(answer: CompareAnswer): void {
    this.#asked.get(answer.id)?.answer(answer)
    this.#asked.delete(answer.id)
    this.#watch()
  }

  #watch(): void {
    clearTimeout(this.#timer)
    this.#timer = this.#asked.size === 0 ? undefined : setTimeout(() => this.#replace(), patienceMs)
  }

  /** Rejects the oldest request, which the worker is processing, and sends the other requests to a new worker. */
  #replace(): void {
    this.#port?.close()
    this.#port = undefined
    this.#timer = undefined
    const [culprit, ...others] = this.#asked.values()
    if (culprit === undefined) return
    this.#asked.delete(culprit.question.id)
    culprit.refuse(new TooSlowError())
    for (const { question } of others) this.#send(question)
  }
}
