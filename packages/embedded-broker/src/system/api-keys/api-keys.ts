import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { keyRoles } from '@brokerdeck/contract/system/roles.ts'
import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { storedSeconds } from '../../storage/stored-time.ts'

const kind = 'api-keys'
const recordSchema = v.object({
  key: v.string(),
  hash: v.string(),
  desc: v.string(),
  enable: v.boolean(),
  role: v.picklist(keyRoles),
  createdAt: storedSeconds,
  expiredAt: v.nullable(storedSeconds),
})
type KeyRecord = Readonly<v.InferOutput<typeof recordSchema>>

/** The API keys as a backup stores them. */
export const storedApiKeys = { set: 'api_keys', kind, schema: recordSchema } as const

/** Times are in seconds since the epoch; if `expiredAt` is null, the key never expires. */
export type ApiKey = Omit<KeyRecord, 'hash'> & { readonly name: string; readonly isExpired: boolean }
export type ApiKeySettings = Pick<KeyRecord, 'desc' | 'enable' | 'role' | 'expiredAt'>

/**
 * Holds the API keys by name. Only the hash of a secret is stored; the secret is random, so one round of hashing is
 * enough.
 */
export class ApiKeys {
  readonly #store: Store
  readonly #now: () => number
  readonly #records = new Map<string, KeyRecord>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
    this.reload()
    store.onRefused(kind, () => this.reload())
  }

  reload(): void {
    this.#records.clear()
    for (const [name, record] of readRecords(this.#store, kind, recordSchema)) this.#records.set(name, record)
  }

  list(): ApiKey[] {
    return [...this.#records].map(([name, record]) => this.#toKey(name, record))
  }

  get(name: string): ApiKey | undefined {
    const record = this.#records.get(name)
    return record === undefined ? undefined : this.#toKey(name, record)
  }

  /**
   * Creates a key and returns it with its secret, which cannot be retrieved later; returns undefined if the name is
   * taken.
   */
  async create(
    name: string,
    settings: ApiKeySettings,
  ): Promise<{ readonly apiKey: ApiKey; readonly secret: string } | undefined> {
    if (this.#records.has(name)) return undefined
    const secret = randomBytes(32).toString('base64url')
    const record: KeyRecord = {
      ...settings,
      key: randomBytes(8).toString('hex'),
      hash: computeHash(secret).toString('base64'),
      createdAt: Math.floor(this.#now() / 1000),
    }
    await this.#put(name, record)
    return { apiKey: this.#toKey(name, record), secret }
  }

  async change(name: string, settings: ApiKeySettings): Promise<ApiKey | undefined> {
    const record = this.#records.get(name)
    if (record === undefined) return undefined
    const changed = { ...record, ...settings }
    await this.#put(name, changed)
    return this.#toKey(name, changed)
  }

  async remove(name: string): Promise<boolean> {
    if (!this.#records.delete(name)) return false
    await this.#store.remove(kind, name)
    return true
  }

  /** Returns the key if the secret matches and the key is enabled and not expired. */
  admit(key: string, secret: string): ApiKey | undefined {
    for (const [name, record] of this.#records) {
      if (record.key !== key) continue
      const apiKey = this.#toKey(name, record)
      const isRight = timingSafeEqual(computeHash(secret), Buffer.from(record.hash, 'base64'))
      return isRight && apiKey.enable && !apiKey.isExpired ? apiKey : undefined
    }
    return undefined
  }

  #toKey(name: string, { hash: _, ...record }: KeyRecord): ApiKey {
    const { expiredAt } = record
    return { ...record, name, isExpired: expiredAt !== null && expiredAt * 1000 <= this.#now() }
  }

  async #put(name: string, record: KeyRecord): Promise<void> {
    this.#records.set(name, record)
    await this.#store.put(kind, name, record)
  }
}

function computeHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
