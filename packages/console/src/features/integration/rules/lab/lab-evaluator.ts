import type { StatementFaultKind } from '@brokerdeck/languages/rule-sql/statement-problem.ts'
import { connectWorker, type OpenedWorker } from '#domain/mqtt-link/connect-worker.ts'
import type { WorkerPort } from '#domain/mqtt-link/worker-port.ts'
import {
  type AbsentPart,
  type LabAnswer,
  type LabCommand,
  type LabResult,
  type Lane,
  labAnswerSchema,
} from '#features/integration/rules/lab/engine/lab-command.ts'

/**
 * The timeout without a sign of life, in milliseconds: one execution is given one second, and a message needs at most
 * eight.
 */
export const patience = 10_000

export type LabRun =
  | {
      readonly kind: 'done'
      readonly results: readonly LabResult[]
      /** The paths that lead to nothing; only for all messages. */
      readonly absent?: readonly AbsentPart[] | undefined
      readonly milliseconds: number
    }
  /** The text is not a statement, for this reason and from this position. */
  | {
      readonly kind: 'fault'
      readonly fault: StatementFaultKind
      readonly found: string
      readonly from: number
    }
  /** The worker did not respond and was terminated. */
  | { readonly kind: 'stopped' }

interface QueuedCommand {
  readonly command: LabCommand
  readonly answer: (run: LabRun | undefined) => void
}

/** The page's side: runs one worker, which is replaced if a statement does not return. */
export class LabEvaluator {
  readonly #openWorker: () => OpenedWorker
  readonly #asked = new Map<Lane, QueuedCommand>()
  #port: WorkerPort<LabCommand> | undefined
  #runs = 0
  /** The index of the message that the worker evaluates, as last reported. */
  #at: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    openWorker: () => OpenedWorker = () =>
      new Worker(new URL('./engine/rule-lab-worker.ts', import.meta.url), { type: 'module' }),
  ) {
    this.#openWorker = openWorker
  }

  /** Resolves with undefined if a newer command was sent in the same lane. */
  run(
    lane: Lane,
    what: Pick<LabCommand, 'sql' | 'savedSql' | 'contexts' | 'hasPath'>,
  ): Promise<LabRun | undefined> {
    this.#runs += 1
    const command = { ...what, run: this.#runs, lane, now: Date.now() }
    this.#asked.get(lane)?.answer(undefined)
    return new Promise((answer) => {
      this.#asked.set(lane, { command, answer })
      this.#send(command)
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#port?.close()
    this.#port = undefined
    for (const { answer } of this.#asked.values()) answer(undefined)
    this.#asked.clear()
  }

  #send(command: LabCommand): void {
    this.#port ??= connectWorker<LabCommand, LabAnswer>(this.#openWorker(), labAnswerSchema, (answer) =>
      this.#hear(answer),
    )
    this.#port.send(command)
    if (this.#timer === undefined) this.#watch()
  }

  #watch(): void {
    clearTimeout(this.#timer)
    this.#timer = this.#asked.size === 0 ? undefined : setTimeout(() => this.#replace(), patience)
  }

  #hear(answer: LabAnswer): void {
    const { run } = answer
    if (answer.kind === 'at') this.#at = run
    else {
      const found = [...this.#asked.values()].find(({ command }) => command.run === run)
      if (found !== undefined) {
        this.#asked.delete(found.command.lane)
        found.answer(answer)
      }
    }
    this.#watch()
  }

  /** Terminates a hanging worker; commands that only waited for it are sent again. */
  #replace(): void {
    this.#port?.close()
    this.#port = undefined
    this.#timer = undefined
    const waiting = [...this.#asked.values()]
    const culprit = waiting.find(({ command }) => command.run === this.#at) ?? waiting[0]
    if (culprit === undefined) return
    this.#asked.delete(culprit.command.lane)
    culprit.answer({ kind: 'stopped' })
    for (const { command } of this.#asked.values()) this.#send(command)
  }
}
