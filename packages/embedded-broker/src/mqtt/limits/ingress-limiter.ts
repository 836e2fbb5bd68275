import type { LimiterSettings } from '../client/settings.ts'
import { TokenBucket } from './token-bucket.ts'

/**
 * Limits incoming messages and bytes: for a node over all its connections together, for a listener over each
 * connection by itself.
 */
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

  /** The time for which nothing more may be read, in milliseconds. */
  get wait(): number {
    return Math.max(this.#messages.wait, this.#bytes.wait)
  }
}
