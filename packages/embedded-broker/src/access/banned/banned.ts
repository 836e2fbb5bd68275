import { type BanKind, banKinds } from '@brokerdeck/contract/access/banned.ts'
import * as v from 'valibot'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { storedSeconds } from '../../storage/stored-time.ts'
import { type BanMatcher, banMatcher, type Peer } from './ban-matcher.ts'

const kind = 'banned'
const recordSchema = v.object({
  as: v.picklist(banKinds),
  who: v.string(),
  by: v.string(),
  reason: v.string(),
  at: storedSeconds,
  until: v.nullable(storedSeconds),
})

/** The bans as a backup stores them. */
export const storedBans = { set: 'banned', kind, schema: recordSchema } as const

/** `at` and `until` are in seconds since the epoch; if `until` is null, the ban never ends. */
export type Ban = Readonly<v.InferOutput<typeof recordSchema>>

interface Entry {
  readonly ban: Ban
  readonly matches: BanMatcher
}

/** Holds the bans that refuse clients a connection. */
export class Banned {
  readonly #cluster: Cluster
  readonly #store: Store
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()

  constructor(cluster: Cluster, store: Store, now: () => number) {
    this.#cluster = cluster
    this.#store = store
    this.#now = now
    this.reload()
    store.onRefused(kind, () => this.reload())
    cluster.setAdmission((peer) => (this.covers(peer) ? 'banned' : 'allow'))
  }

  reload(): void {
    this.#entries.clear()
    for (const [, ban] of readRecords(this.#store, kind, recordSchema)) {
      const matches = banMatcher(ban.as, ban.who)
      if (typeof matches === 'function') this.#entries.set(toKey(ban.as, ban.who), { ban, matches })
    }
    for (const { ban } of this.#entries.values()) this.#kick(ban)
  }

  list(): Ban[] {
    return [...this.#entries.values()].map((entry) => entry.ban).filter((ban) => this.#isCurrent(ban))
  }

  find(as: BanKind, who: string): Ban | undefined {
    const ban = this.#entries.get(toKey(as, who))?.ban
    return ban !== undefined && this.#isCurrent(ban) ? ban : undefined
  }

  covers(peer: Peer): boolean {
    for (const { ban, matches } of this.#entries.values()) {
      if (this.#isCurrent(ban) && matches(peer)) return true
    }
    return false
  }

  async add(ban: Ban, matches: BanMatcher): Promise<void> {
    await this.#forgetExpired()
    this.#entries.set(toKey(ban.as, ban.who), { ban, matches })
    await this.#store.put(kind, toKey(ban.as, ban.who), ban)
    this.#kick(ban)
  }

  /** EMQX 5.8.9 ends the session of a client ID that is banned. All other bans only refuse new connections. */
  #kick(ban: Ban): void {
    if (ban.as === 'clientid' && this.#isCurrent(ban)) this.#cluster.kick(ban.who)
  }

  async remove(as: BanKind, who: string): Promise<boolean> {
    if (this.find(as, who) === undefined) return false
    await this.#drop(toKey(as, who))
    return true
  }

  async clear(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((key) => this.#drop(key)))
  }

  async #forgetExpired(): Promise<void> {
    const expired = [...this.#entries].filter(([, { ban }]) => !this.#isCurrent(ban))
    await Promise.all(expired.map(([key]) => this.#drop(key)))
  }

  #drop(key: string): Promise<void> {
    this.#entries.delete(key)
    return this.#store.remove(kind, key)
  }

  #isCurrent(ban: Ban): boolean {
    return ban.until === null || ban.until * 1000 > this.#now()
  }
}

const toKey = (as: BanKind, who: string): string => `${as}:${who}`
