import type { LimiterSettings } from '../client/settings.ts'
import { TokenBucket } from './token-bucket.ts'

/** What may come in: of a node all connections together, of a listener each connection by itself. */
export class IngressLimiter {
  readonly #messages: TokenBucket
  readonly #bytes: TokenBucket

  constructor({ messages, bytes }: Pick<LimiterSettings, 'messages' | 'bytes'>) {
    this.#messages = new TokenBucket(() => messages)
    this.#bytes = new TokenBucket(() => bytes)
  }

  tookMessage(): void {
    this.#messages.take()
  }

  tookBytes(count: number): void {
    this.#bytes.take(count)
  }

  /** Milliseconds for which nothing more may be read. */
  get wait(): number {
    return Math.max(this.#messages.wait, this.#bytes.wait)
  }
}
