import type { Transport } from './http.ts'

interface AnsweredOnce {
  readonly transport: Transport
  /** Resolves when the answer has come or can no longer come; at once where nothing was sent. */
  answer(): Promise<void>
  isAnswered(): boolean
}

/**
 * Sends one request that is not called back when nobody waits for it any more: the broker may have begun with it, and
 * what is to undo it has to come after it.
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
