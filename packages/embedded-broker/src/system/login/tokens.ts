import { randomBytes } from 'node:crypto'

export interface TokenSession {
  readonly username: string
}

interface Entry extends TokenSession {
  usedAt: number
}

/** The default lifetime of a token after its last use, in milliseconds. */
const usualLife = 60 * 60 * 1000
/** The time for which an expired token is still distinguished from an unknown one, in milliseconds. */
const remembered = 24 * 60 * 60 * 1000
const maxTokens = 10_000

/** Holds the login sessions of the console in memory: a restart signs all users out. */
export class Tokens {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number
  #life = usualLife

  constructor(now: () => number) {
    this.#now = now
  }

  issue(username: string): string {
    this.#forget()
    const token = randomBytes(32).toString('base64url')
    this.#entries.set(token, { username, usedAt: this.#now() })
    return token
  }

  /** Returns the session of a token and extends its lifetime. */
  use(token: string): TokenSession | 'unknown' | 'expired' {
    const entry = this.#entries.get(token)
    if (entry === undefined) return 'unknown'
    const now = this.#now()
    if (now - entry.usedAt > this.#life) return 'expired'
    entry.usedAt = now
    return entry
  }

  /** Sets the lifetime, which also applies to tokens that were issued before. */
  liveFor(milliseconds: number): void {
    this.#life = milliseconds
  }

  revoke(token: string): void {
    this.#entries.delete(token)
  }

  revokeAll(username: string): void {
    for (const [token, entry] of this.#entries) if (entry.username === username) this.#entries.delete(token)
  }

  #forget(): void {
    const before = this.#now() - this.#life - remembered
    for (const [token, entry] of this.#entries) {
      if (entry.usedAt >= before && this.#entries.size < maxTokens) continue
      this.#entries.delete(token)
    }
  }
}
