import { ApiRefusal, refusal } from '../http/api-refusal.ts'
import type { Faults } from '../runtime/faults.ts'
import type { SandboxTask } from './sandbox-messages.ts'
import { type FindRegisteredSchema, SandboxWorker } from './sandbox-worker.ts'

/** An evaluation ends itself after a second (`trialTimeMs`); this is for what its budget does not see. */
const longestTaskMs = 2500

/** With jq, which is loaded first and compiles its program; on a machine that is busy with everything else that takes long. */
const longestTaskWithJqMs = 15_000

/** A thread that nobody needs gives its memory back. */
const idleMs = 30_000

/** Of tasks that wait for their turn. */
const mostWaiting = 20

const mayUseJq = (task: SandboxTask) => task.kind === 'statement' && /\bjq\b/.test(String(task.sql))

/**
 * Where administrators try statements and transformations: in a thread of its own, with limits of time and memory, so that
 * whatever they try holds up no client. Tasks have their turn one after the other.
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
   * The result as JSON. Throws the `ApiRefusal` of the task, a `SandboxLimitError` where the thread had to be ended, and 503
   * where too many wait.
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
