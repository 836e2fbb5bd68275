import { ApiRefusal, refusal } from '../http/api-refusal.ts'
import type { Faults } from '../runtime/faults.ts'
import type { SandboxTask } from './sandbox-messages.ts'
import { type FindRegisteredSchema, SandboxWorker } from './sandbox-worker.ts'

/**
 * The limit of a task in milliseconds. An evaluation ends itself after a second (`trialTimeMs`); this limit covers
 * what the budget of the evaluation does not.
 */
const longestTaskMs = 2500

/** The limit of a task with jq, which is loaded first and compiles its program; on a busy machine that takes long. */
const longestTaskWithJqMs = 15_000

/** An idle thread is ended after this time, in milliseconds, to free its memory. */
const idleMs = 30_000

/** The maximum number of waiting tasks. */
const mostWaiting = 20

const mayUseJq = (task: SandboxTask) => task.kind === 'statement' && /\bjq\b/.test(String(task.sql))

/**
 * Runs the statements and transformations that administrators try out, in a thread of its own with limits of time and
 * memory, so that no trial delays a client. Tasks run one after the other.
 */
export class EvaluationSandbox {
  readonly #findSchema: FindRegisteredSchema
  readonly #faults: Faults
  #worker: SandboxWorker | undefined
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(findSchema: FindRegisteredSchema, faults: Faults) {
    this.#findSchema = (name) => faults.contain('rule', name, () => findSchema(name))
    this.#faults = faults
  }

  /**
   * Resolves with the result as JSON. Rejects with the `ApiRefusal` of the task, with a `SandboxLimitError` if the
   * thread had to be ended, and with 503 if too many tasks wait.
   */
  async run(task: SandboxTask): Promise<string> {
    if (this.#waiting >= mostWaiting)
      throw refusal(
        503,
        'SERVICE_UNAVAILABLE',
        'Too many evaluations are waiting. Try again in some seconds.',
      )
    this.#waiting++
    const turn = this.#last.then(() => this.#perform(task))
    this.#last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      this.#waiting--
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#worker?.close()
    await this.#last
  }

  async #perform(task: SandboxTask): Promise<string> {
    clearTimeout(this.#idle)
    const worker = await this.#findWorker()
    try {
      const reply = await worker.ask(task, mayUseJq(task) ? longestTaskWithJqMs : longestTaskMs)
      if (reply.kind === 'result' || reply.kind === 'refusal')
        for (const text of reply.faults) this.#faults.report('screening', task.kind, new Error(text))
      if (reply.kind === 'refusal') throw new ApiRefusal(reply.status, reply.body)
      if (reply.kind === 'result') return reply.json
      throw new Error(reply.kind === 'fault' ? reply.text : 'the sandbox began anew')
    } finally {
      if (worker.isOver) this.#worker = undefined
      else this.#idle = setTimeout(() => this.#rest(), idleMs).unref()
    }
  }

  async #findWorker(): Promise<SandboxWorker> {
    if (this.#isClosed) throw refusal(503, 'SERVICE_UNAVAILABLE', 'The broker is stopping.')
    if (this.#worker === undefined || this.#worker.isOver) {
      this.#worker = await SandboxWorker.start(this.#findSchema)
      if (this.#isClosed) await this.#worker.close()
    }
    return this.#worker
  }

  #rest(): void {
    this.#worker?.end(new Error('idle'))
    this.#worker = undefined
  }
}
