import { randomBytes } from 'node:crypto'

export interface TokenSession {
  readonly username: string
}

interface Entry extends TokenSession {
  usedAt: number
}

/** Of a token after its last use, unless configured. */
const usualLife = 60 * 60 * 1000
/** How long an expired token is still told from a wrong one. */
const remembered = 24 * 60 * 60 * 1000
const maxTokens = 10_000

/** Sessions of the console. Kept in memory: a restart signs everybody out. */
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

  /** Whose token it is; using it makes it live longer. */
  use(token: string): TokenSession | 'unknown' | 'expired' {
    const entry = this.#entries.get(token)
    if (entry === undefined) return 'unknown'
    const now = this.#now()
    if (now - entry.usedAt > this.#life) return 'expired'
    entry.usedAt = now
    return entry
  }

  /** Also for tokens that were issued before. */
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
