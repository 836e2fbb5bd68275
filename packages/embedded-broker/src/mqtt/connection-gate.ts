import type { Duplex } from 'node:stream'
import type { TokenBucket } from './token-bucket.ts'

const lookAgainMilliseconds = 50

/** Lets connections in no faster than all its rates allow; those that come earlier wait unread. */
export class ConnectionGate {
  readonly #rates: readonly TokenBucket[]
  readonly #waiting: { readonly stream: Duplex; readonly open: () => void }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(rates: readonly TokenBucket[]) {
    this.#rates = rates
  }

  enter(stream: Duplex, open: () => void): void {
    if (this.#waiting.length === 0 && this.#tryTake()) {
      open()
      return
    }
    // Nobody else listens yet, and an error that nobody hears ends the process.
    stream.on('error', () => stream.destroy())
    this.#waiting.push({ stream, open })
    this.#timer ??= setInterval(() => this.#letIn(), lookAgainMilliseconds).unref()
  }

  /** Sends those away who wait. */
  close(): void {
    for (const { stream } of this.#waiting.splice(0)) stream.destroy()
    this.#stopLooking()
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!next.stream.destroyed && !this.#tryTake()) return
      this.#waiting.shift()
      if (!next.stream.destroyed) next.open()
    }
    this.#stopLooking()
  }

  #tryTake(): boolean {
    if (!this.#rates.every((rate) => rate.has())) return false
    for (const rate of this.#rates) rate.take()
    return true
  }

  #stopLooking(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
