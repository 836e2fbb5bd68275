import { createHmac, randomBytes } from 'node:crypto'

/** The user who made a request, and how the user is known. */
export interface Author {
  readonly user: string
  readonly auth: 'sign-in' | 'session' | 'unknown session' | 'API key' | 'none'
  /** The backend of single sign-on. */
  readonly backend?: string
}

interface Session {
  readonly user: string
  readonly backend?: string
  usedAt: number
}

/**
 * Sessions are kept for seven days after their last use, in milliseconds; by default, a token of the broker expires
 * one hour after its last use.
 */
const remembered = 7 * 24 * 60 * 60 * 1000
const usuallyMost = 10_000

export const unknownUser = 'unknown'

const bearer = /^Bearer (\S+)$/i
const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/i

/**
 * Holds the users who signed in through this process, because a token of EMQX 5.8 does not name its user. Tokens are
 * not stored, only their digests with a key of this process.
 */
export class SignedInUsers {
  readonly #key = randomBytes(32)
  /** The sessions by digest; the most recently used one is the last. */
  readonly #sessions = new Map<string, Session>()
  readonly #most: number
  readonly #now: () => number

  constructor(most = usuallyMost, now: () => number = Date.now) {
    this.#most = most
    this.#now = now
  }

  remember(token: string, user: string, backend?: string): void {
    this.#put(this.#digest(token), { user, ...(backend !== undefined && { backend }), usedAt: this.#now() })
  }

  forget(header: string | undefined): void {
    const token = bearer.exec(header ?? '')?.[1]
    if (token !== undefined) this.#sessions.delete(this.#digest(token))
  }

  find(header: string | undefined): Author {
    const token = bearer.exec(header ?? '')?.[1]
    if (token === undefined) return findKey(header)
    const digest = this.#digest(token)
    const session = this.#sessions.get(digest)
    this.#sessions.delete(digest)
    if (session === undefined || session.usedAt < this.#now() - remembered)
      return { user: unknownUser, auth: 'unknown session' }
    const { user, backend } = session
    this.#put(digest, { ...session, usedAt: this.#now() })
    return { user, auth: 'session', ...(backend !== undefined && { backend }) }
  }

  #put(digest: string, session: Session): void {
    this.#sessions.delete(digest)
    this.#sessions.set(digest, session)
    for (const [oldest, { usedAt }] of this.#sessions) {
      if (this.#sessions.size <= this.#most && usedAt >= this.#now() - remembered) break
      this.#sessions.delete(oldest)
    }
  }

  #digest(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64')
  }
}

/** Returns the API key, which is the text before the first colon; the text after the colon is the secret. */
function findKey(header: string | undefined): Author {
  const credentials = Buffer.from(basic.exec(header ?? '')?.[1] ?? '', 'base64').toString('utf8')
  const colon = credentials.indexOf(':')
  return colon < 0
    ? { user: unknownUser, auth: 'none' }
    : { user: credentials.slice(0, colon), auth: 'API key' }
}
