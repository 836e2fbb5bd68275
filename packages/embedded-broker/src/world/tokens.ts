import { randomBytes } from 'node:crypto'

export interface TokenSession {
  readonly username: string
}

interface Entry extends TokenSession {
  usedAt: number
}

/** A token lives for an hour after its last use. */
export const tokenLife = 60 * 60 * 1000
/** How long an expired token is still told from a wrong one. */
const remembered = 24 * 60 * 60 * 1000
const maxTokens = 10_000

/** Sessions of the console. Kept in memory: a restart signs everybody out. */
export class Tokens {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  issue(username: string): string {
    this.#forget()
    const token = randomBytes(32).toString('base64url')
    this.#entries.set(token, { username, usedAt: this.#now() })
    return token
  }

  /** Whose token it is; using it makes it live longer. */
  use(token: string): TokenSession | 'unknown' | 'expired' {
    const entry = this.#entries.get(token)
    if (entry === undefined) return 'unknown'
    const now = this.#now()
    if (now - entry.usedAt > tokenLife) return 'expired'
    entry.usedAt = now
    return entry
  }

  revoke(token: string): void {
    this.#entries.delete(token)
  }

  revokeAllOf(username: string): void {
    for (const [token, entry] of this.#entries) if (entry.username === username) this.#entries.delete(token)
  }

  #forget(): void {
    const before = this.#now() - tokenLife - remembered
    for (const [token, entry] of this.#entries) {
      if (entry.usedAt >= before && this.#entries.size < maxTokens) continue
      this.#entries.delete(token)
    }
  }
}
