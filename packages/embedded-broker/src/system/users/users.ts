import { type SsoBackend, ssoBackends } from '@brokerdeck/contract/console-server.ts'
import { type UserRole, userRoles } from '@brokerdeck/contract/system/roles.ts'
import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import {
  defaultCost,
  hashOfNobody,
  hashUserPassword,
  isPossibleCost,
  matchesPassword,
  type PasswordHash,
} from './password.ts'

const kind = 'users'
const recordSchema = v.object({
  description: v.string(),
  salt: v.string(),
  hash: v.string(),
  cost: v.pipe(v.number(), v.check(isPossibleCost, 'impossible cost of the password hash')),
  role: v.optional(v.picklist(userRoles), 'administrator'),
  /** Set for users whose password is checked by an external system. */
  backend: v.optional(v.picklist(ssoBackends)),
})
type UserRecord = v.InferOutput<typeof recordSchema>

/** The users as a backup stores them. */
export const storedUsers = { set: 'dashboard_users', kind, schema: recordSchema } as const

export interface DashboardUser {
  readonly username: string
  readonly description: string
  readonly role: UserRole
  readonly backend?: SsoBackend | undefined
}

/** The settings of a user other than name and password. */
export type UserSettings = Omit<DashboardUser, 'username' | 'backend'>

/**
 * Returns the id of a user. A name may exist locally and in an external system, as different users; no local name
 * contains a colon.
 */
export function userId(username: string, backend?: string): string {
  return backend === undefined || backend === 'local' ? username : `${backend}:${username}`
}

/** The name of the user that always exists. */
export const defaultUser = 'admin'
export const defaultPassword = 'public'

export interface UsersOptions {
  readonly adminPassword?: string | undefined
  /** The cost of new hashes, see `PasswordHash`; existing hashes keep their cost. */
  readonly passwordCost?: number | undefined
}

/** Stores the users who may sign in. The caller validates names and passwords. */
export class Users {
  readonly #store: Store
  readonly #users = new Map<string, UserRecord>()
  /** The hash that is checked for an unknown name, so that it takes as long as a wrong password. */
  readonly #nobody: PasswordHash
  readonly #cost: number

  private constructor(store: Store, cost: number) {
    this.#store = store
    this.#cost = cost
    this.#nobody = hashOfNobody(cost)
  }

  /** `adminPassword` is used only at the first start: later the administrator's own password applies. */
  static async open(
    store: Store,
    { adminPassword = defaultPassword, passwordCost = defaultCost }: UsersOptions,
  ): Promise<Users> {
    const users = new Users(store, passwordCost)
    users.reload()
    store.onRefused(kind, () => users.reload())
    if (!users.#users.has(defaultUser)) {
      const settings = { description: 'administrator', role: 'administrator' } as const
      await users.create(defaultUser, adminPassword, settings)
    }
    return users
  }

  reload(): void {
    this.#users.clear()
    for (const [username, record] of readRecords(this.#store, kind, recordSchema))
      this.#users.set(username, record)
  }

  list(): DashboardUser[] {
    return [...this.#users].map(([id, record]) => toUser(id, record))
  }

  find(id: string): DashboardUser | undefined {
    const record = this.#users.get(id)
    return record && toUser(id, record)
  }

  /** Creates an external user on the first login, whose identity the external system has confirmed. */
  async welcome(username: string, backend: SsoBackend): Promise<void> {
    const id = userId(username, backend)
    if (this.has(id)) return
    await this.#put(id, { description: '', role: 'viewer', backend, salt: '', hash: '', cost: 0 })
  }

  has(username: string): boolean {
    return this.#users.has(username)
  }

  getRole(username: string): UserRole {
    return this.#users.get(username)?.role ?? 'viewer'
  }

  /** Resolves with false if the name is taken. */
  async create(username: string, password: string, settings: UserSettings): Promise<boolean> {
    if (this.has(username)) return false
    const hashed = await hashUserPassword(password, this.#cost)
    if (this.has(username)) return false
    await this.#put(username, { ...settings, ...hashed })
    return true
  }

  async change(username: string, settings: UserSettings): Promise<boolean> {
    const user = this.#users.get(username)
    if (user === undefined) return false
    await this.#put(username, { ...user, ...settings })
    return true
  }

  async matches(username: string, password: string): Promise<boolean> {
    const user = this.#users.get(username)
    if (user !== undefined && user.backend === undefined) {
      const isRight = await matchesPassword(password, user)
      // A password that was changed during the check is no longer valid.
      return isRight && this.#users.get(username)?.hash === user.hash
    }
    await matchesPassword(password, this.#nobody)
    return false
  }

  /**
   * Resolves with false if the user does not exist. The user is looked up after hashing, which takes time, so that a
   * deleted user is not restored and an old role does not return.
   */
  async setPassword(username: string, password: string): Promise<boolean> {
    const hashed = await hashUserPassword(password, this.#cost)
    const user = this.#users.get(username)
    if (user === undefined) return false
    await this.#put(username, { ...user, ...hashed })
    return true
  }

  async remove(username: string): Promise<boolean> {
    if (!this.#users.delete(username)) return false
    await this.#store.remove(kind, username)
    return true
  }

  async #put(username: string, record: UserRecord): Promise<void> {
    this.#users.set(username, record)
    await this.#store.put(kind, username, record)
  }
}

function toUser(id: string, { description, role, backend }: UserRecord): DashboardUser {
  const username = backend === undefined ? id : id.slice(backend.length + 1)
  return { username, description, role, backend }
}
