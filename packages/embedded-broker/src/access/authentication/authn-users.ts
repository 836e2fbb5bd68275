import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'

const kind = 'authn-user'
const secretSchema = v.variant('kind', [
  v.object({ kind: v.literal('password'), hash: v.string(), salt: v.string() }),
  v.object({
    kind: v.literal('scram'),
    /** In hexadecimal, like the keys. */
    salt: v.string(),
    storedKey: v.string(),
    serverKey: v.string(),
  }),
])
const recordSchema = v.object({
  authenticator: v.string(),
  userId: v.string(),
  isSuperuser: v.boolean(),
  secret: secretSchema,
})

/** The users as a backup stores them. */
export const storedAuthnUsers = { set: 'builtin_authn', kind, schema: recordSchema } as const

export type AuthnUser = Readonly<v.InferOutput<typeof recordSchema>>

const toKey = ({ authenticator, userId }: Pick<AuthnUser, 'authenticator' | 'userId'>) =>
  `${authenticator} ${userId}`

/** The users of the built-in databases. Each authenticator has its own users. */
export class AuthnUsers {
  readonly #store: Store
  readonly #groups = new Map<string, Map<string, AuthnUser>>()
  readonly #sorted = new Map<string, readonly AuthnUser[]>()

  constructor(store: Store) {
    this.#store = store
    this.reload()
    store.onRefused(kind, () => this.reload())
  }

  reload(): void {
    this.#groups.clear()
    this.#sorted.clear()
    for (const [, user] of readRecords(this.#store, kind, recordSchema)) this.#keep(user)
  }

  get(authenticator: string, userId: string): AuthnUser | undefined {
    return this.#groups.get(authenticator)?.get(userId)
  }

  /** Lists the users from the last name to the first, as EMQX does. */
  list(authenticator: string): readonly AuthnUser[] {
    const before = this.#sorted.get(authenticator)
    if (before !== undefined) return before
    const users = [...(this.#groups.get(authenticator)?.values() ?? [])]
    const sorted = users.sort((a, b) => (a.userId < b.userId ? 1 : -1))
    this.#sorted.set(authenticator, sorted)
    return sorted
  }

  put(user: AuthnUser): Promise<void> {
    this.#keep(user)
    return this.#store.put(kind, toKey(user), user)
  }

  async remove(authenticator: string, userId: string): Promise<boolean> {
    this.#sorted.delete(authenticator)
    if (this.#groups.get(authenticator)?.delete(userId) !== true) return false
    await this.#store.remove(kind, toKey({ authenticator, userId }))
    return true
  }

  async clear(authenticator: string): Promise<void> {
    const users = this.list(authenticator)
    await Promise.all(users.map(({ userId }) => this.remove(authenticator, userId)))
  }

  #keep(user: AuthnUser): void {
    const group = this.#groups.get(user.authenticator) ?? new Map<string, AuthnUser>()
    this.#groups.set(user.authenticator, group)
    group.set(user.userId, user)
    this.#sorted.delete(user.authenticator)
  }
}
