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

/** Milliseconds without a sign of life: an execution is given one second, and a message has at most eight. */
export const patience = 10_000

export type LabRun =
  | {
      readonly kind: 'done'
      readonly results: readonly LabResult[]
      /** Paths that lead to nothing; only of all messages. */
      readonly absent?: readonly AbsentPart[] | undefined
      readonly milliseconds: number
    }
  /** The text is no statement, for this reason and from there on. */
  | {
      readonly kind: 'fault'
      readonly fault: StatementFaultKind
      readonly found: string
      readonly from: number
    }
  /** It did not come back, and was ended. */
  | { readonly kind: 'stopped' }

interface QueuedCommand {
  readonly command: LabCommand
  readonly answer: (run: LabRun | undefined) => void
}

/** The page's half: one worker, which is replaced when a statement does not come back. */
export class LabEvaluator {
  readonly #openWorker: () => OpenedWorker
  readonly #asked = new Map<Lane, QueuedCommand>()
  #port: WorkerPort<LabCommand> | undefined
  #runs = 0
  /** What the worker works on, as far as it said. */
  #at: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    openWorker: () => OpenedWorker = () =>
      new Worker(new URL('./engine/rule-lab-worker.ts', import.meta.url), { type: 'module' }),
  ) {
    this.#openWorker = openWorker
  }

  /** Undefined: something newer was asked in its lane. */
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

  /** Ends what hangs; what only waited for it is asked again. */
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
