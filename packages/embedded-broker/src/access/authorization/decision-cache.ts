import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'

type CachedRequest = Pick<AccessRequest, 'action' | 'topic' | 'qos' | 'retain'>

export interface Remembered extends CachedRequest {
  readonly permission: Permission
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at: number
}

export interface CacheSettings {
  readonly isEnabled: boolean
  readonly maxSize: number
  readonly ttl: number
  /** The topic filters whose decisions are not cached. */
  readonly excludes: readonly string[]
}

const toKey = ({ action, topic, qos, retain }: CachedRequest): string => `${action} ${qos} ${retain} ${topic}`

/** Holds the decisions for one connection, oldest first. */
export class DecisionCache {
  readonly #entries = new Map<string, Remembered>()

  get(asked: CachedRequest, now: number, { ttl }: CacheSettings): Permission | undefined {
    const key = toKey(asked)
    const found = this.#entries.get(key)
    if (found === undefined) return undefined
    if (found.at + ttl > now) return found.permission
    this.#entries.delete(key)
    return undefined
  }

  put(
    { action, topic, qos, retain }: CachedRequest,
    permission: Permission,
    now: number,
    maxSize: number,
  ): void {
    const entry = { action, topic, qos, retain, permission, at: now }
    const key = toKey(entry)
    this.#entries.delete(key)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < maxSize) break
      this.#entries.delete(oldest)
    }
    this.#entries.set(key, entry)
  }

  /** Lists the decisions, newest first. */
  list(now: number, { ttl }: CacheSettings): readonly Remembered[] {
    return [...this.#entries.values()].filter(({ at }) => at + ttl > now).reverse()
  }
}
