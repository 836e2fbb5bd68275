import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { provideJq } from '@brokerdeck/languages/rule-sql/evaluate/functions/jq-function.ts'
import type {
  JqAnswer,
  JqQuestion,
  JqRequest,
} from '@brokerdeck/languages/rule-sql/evaluate/jq/jq-evaluator.ts'
import { type JqProvider, setJqLoader } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import * as v from 'valibot'
import { closed, jqReplySchema, jqSignal, jqSignalLength } from './jq-messages.ts'

/** The maximum number of programs that a new thread compiles at its start. */
const mostKnown = 32
/** Compiling a program takes about 100 ms, and longer on a busy machine. */
const longestLearnMs = 15_000

/** One thread, until it ends. */
class JqThread {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #signal = new Int32Array(new SharedArrayBuffer(4 * jqSignalLength))
  readonly #learning = new Map<number, () => void>()
  #lastId = 0

  constructor(source: string) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#worker = new Worker(source, {
      eval: true,
      env: {},
      execArgv: [],
      workerData: { port: port2, signal: this.#signal },
      transferList: [port2],
    })
    this.#worker.unref()
    this.#worker.on('message', (given: unknown) => {
      const reply = v.safeParse(jqReplySchema, given)
      if (reply.success) this.#finishLearning(reply.output.id)
    })
    // Requests that the thread had in progress are answered as failed; the next request starts a new thread.
    this.#worker.on('error', () => this.end())
    this.#worker.on('exit', () => this.end())
  }

  /** False if the thread accepts no more requests. */
  get isOpen(): boolean {
    return Atomics.load(this.#signal, jqSignal.requests) !== closed
  }

  end(): void {
    Atomics.store(this.#signal, jqSignal.requests, closed)
    this.#port.close()
    for (const finish of [...this.#learning.values()]) finish()
    this.#worker.terminate().catch(() => undefined)
  }

  /** Returns undefined if the thread has ended. */
  #send(request: JqRequest): number | undefined {
    this.#lastId += 1
    const message = { id: this.#lastId, request }
    this.#port.postMessage(message)
    let seen = Atomics.load(this.#signal, jqSignal.requests)
    while (seen !== closed) {
      const found = Atomics.compareExchange(this.#signal, jqSignal.requests, seen, seen + 1)
      if (found === seen) {
        Atomics.notify(this.#signal, jqSignal.requests)
        return this.#lastId
      }
      seen = found
    }
    return undefined
  }

  /** Resolves once the thread has compiled the programs, has failed to, or has reached the timeout. */
  async learn(programs: readonly string[]): Promise<void> {
    const id = this.#send({ kind: 'learn', programs: [...programs] })
    if (id === undefined) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#finishLearning(id), longestLearnMs)
      this.#learning.set(id, () => {
        clearTimeout(timer)
        this.#learning.delete(id)
        resolve()
      })
    })
  }

  #finishLearning(id: number): void {
    this.#learning.get(id)?.()
  }

  /** Blocks until the response arrives. Returns `late` if a program is still running. */
  ask(question: JqQuestion, timeoutMs: number): { readonly answer: JqAnswer } | 'late' {
    const deadline = performance.now() + timeoutMs
    let seen = Atomics.load(this.#signal, jqSignal.answers)
    const id = this.#send({ kind: 'ask', ...question })
    while (id !== undefined) {
      const outcome = Atomics.wait(this.#signal, jqSignal.answers, seen, deadline - performance.now())
      const received = receiveMessageOnPort(this.#port)
      // A response that arrived after its request timed out is followed by other responses.
      const reply = received === undefined ? undefined : v.parse(jqReplySchema, received.message)
      if (reply?.id === id) return { answer: reply.results }
      if (outcome === 'timed-out' && performance.now() >= deadline)
        return Atomics.load(this.#signal, jqSignal.isRunning) === 1 ? 'late' : { answer: undefined }
      seen = Atomics.load(this.#signal, jqSignal.answers)
    }
    return { answer: undefined }
  }
}

/**
 * Runs jq in a thread of its own, which is ended when a program exceeds its time limit. The caller blocks meanwhile,
 * because statements are evaluated synchronously. `source` is the source of `jq-thread.ts`.
 */
export function openJq(source: string): JqProvider {
  const known = new Set<string>()
  let thread: JqThread | undefined

  function openThread(): JqThread {
    if (thread?.isOpen) return thread
    const opened = new JqThread(source)
    if (known.size > 0) void opened.learn([...known])
    thread = opened
    return opened
  }

  function remember(program: string): void {
    known.delete(program)
    known.add(program)
    for (const oldest of known) if (known.size > mostKnown) known.delete(oldest)
  }

  return {
    isTimed: true,
    ask(question, timeoutMs) {
      const outcome = openThread().ask(question, Math.max(1, timeoutMs))
      if (outcome !== 'late') {
        remember(question.program)
        return outcome.answer
      }
      thread?.end()
      // The program would probably take too long the next time as well.
      known.delete(question.program)
      openThread()
      return undefined
    },
    async learn(programs) {
      if (programs.length === 0) return
      for (const program of programs) remember(program)
      await openThread().learn(programs)
    },
  }
}

let shared: JqProvider | undefined

/** All brokers of a process share one thread, which starts with the first program. */
export function provideJqThread(source: string): void {
  shared ??= openJq(source)
  const provider = shared
  provideJq(provider)
  setJqLoader(() => Promise.resolve(provider))
}
