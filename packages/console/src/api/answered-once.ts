import type { Transport } from './http.ts'

interface AnsweredOnce {
  readonly transport: Transport
  /** Resolves once the response has arrived or can no longer arrive; at once if nothing was sent. */
  answer(): Promise<void>
  isAnswered(): boolean
}

/**
 * Sends one request that is not cancelled by an abort: the broker may already be executing it, and the request that
 * undoes it must follow it.
 */
export function createAnsweredOnce(): AnsweredOnce {
  let answer = Promise.resolve()
  let isAnswered = true
  return {
    transport: (url, { signal, ...init }) => {
      const sent = fetch(url, init)
      const note = () => {
        isAnswered = true
      }
      isAnswered = false
      answer = sent.then(note, note)
      return untilAborted(sent, signal)
    },
    answer: () => answer,
    isAnswered: () => isAnswered,
  }
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException('Aborted', 'AbortError'))
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop)
    work.then(resolve, reject)
  })
}
