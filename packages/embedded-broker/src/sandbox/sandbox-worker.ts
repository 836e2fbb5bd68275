import { MessageChannel, type ResourceLimits, Worker } from 'node:worker_threads'
import type { RegisteredSchema } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import * as v from 'valibot'
import jqSource from '../jq/jq-thread.ts?thread'
import {
  type SandboxReply,
  type SandboxTask,
  type SchemaReply,
  sandboxReplySchema,
} from './sandbox-messages.ts'
import source from './sandbox-thread.ts?thread'

export type FindRegisteredSchema = (name: string) => RegisteredSchema | undefined

/** Starting a thread takes about 100 ms, and longer on a busy machine. */
const longestStartMs = 15_000

/**
 * The limits of the JavaScript heap, in MiB. Memory outside of the heap, such as bytes, is limited by the budget of
 * each evaluation.
 */
const usualMemory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

/** Thrown when the thread exceeds its time or memory limit. */
export class SandboxLimitError extends Error {
  override readonly name = 'SandboxLimitError'
  readonly what: 'time' | 'size'

  constructor(what: 'time' | 'size') {
    super(`limit_exceeded: ${what}`)
    this.what = what
  }
}

interface Pending {
  readonly resolve: (reply: SandboxReply) => void
  readonly reject: (error: Error) => void
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** One worker thread, which runs one task at a time and is terminated if a task does not end by itself. */
export class SandboxWorker {
  readonly #worker: Worker
  #pending: Pending | undefined
  /** The reason why the thread has ended; after that it accepts no more tasks. */
  #end: Error | undefined

  private constructor(findSchema: FindRegisteredSchema, resourceLimits: ResourceLimits) {
    const signal = new Int32Array(new SharedArrayBuffer(4))
    const { port1: questions, port2: lookups } = new MessageChannel()
    this.#worker = new Worker(source, {
      eval: true,
      // The thread needs nothing of this process's environment.
      env: {},
      execArgv: [],
      resourceLimits,
      workerData: { lookups, signal, jqSource },
      transferList: [lookups],
    })
    this.#worker.unref()
    questions.on('message', (name: unknown) => {
      const reply: SchemaReply = { schema: typeof name === 'string' ? findSchema(name) : undefined }
      questions.postMessage(reply)
      Atomics.store(signal, 0, 1)
      Atomics.notify(signal, 0)
    })
    questions.unref()
    this.#worker.on('message', (given: unknown) => {
      const reply = v.safeParse(sandboxReplySchema, given)
      if (reply.success) this.#settle((pending) => pending.resolve(reply.output))
      else this.end(new Error('the sandbox said what nobody can read'))
    })
    this.#worker.on('messageerror', (error) => this.end(error))
    this.#worker.on('error', (error) =>
      this.end(isOutOfMemory(error) ? new SandboxLimitError('size') : error),
    )
    this.#worker.on('exit', () => {
      questions.close()
      this.end(new Error('the sandbox has ended'))
    })
  }

  static async start(findSchema: FindRegisteredSchema, memory: ResourceLimits = usualMemory) {
    const worker = new SandboxWorker(findSchema, memory)
    await worker.#next(longestStartMs)
    return worker
  }

  get isOver(): boolean {
    return this.#end !== undefined
  }

  /** Rejects with a `SandboxLimitError` after `limitMs` milliseconds; the thread is terminated then. */
  async ask(task: SandboxTask, limitMs: number): Promise<SandboxReply> {
    const reply = this.#next(limitMs)
    // Values that are not data, such as functions, cannot be sent.
    if (!this.isOver) this.#worker.postMessage(task)
    return await reply
  }

  end(reason: Error): void {
    if (this.#end !== undefined) return
    this.#end = reason
    this.#settle((pending) => pending.reject(reason))
    this.#worker.terminate().catch(() => undefined)
  }

  async close(): Promise<void> {
    this.end(new Error('closed'))
    await this.#worker.terminate()
  }

  #next(limitMs: number): Promise<SandboxReply> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(this.#end)
        return
      }
      const timer = setTimeout(() => this.end(new SandboxLimitError('time')), limitMs)
      this.#pending = {
        resolve: (reply) => {
          clearTimeout(timer)
          resolve(reply)
        },
        reject: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
    })
  }

  #settle(settle: (pending: Pending) => void): void {
    const pending = this.#pending
    this.#pending = undefined
    if (pending !== undefined) settle(pending)
  }
}
