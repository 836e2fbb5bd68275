import {
  type LatencyKind,
  maxSlowSubscriptions,
  type SlowSubsConfig,
  slowSubscriptions,
} from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { checkConfig } from '../../config/check-config.ts'
import type { Config } from '../../config/config.ts'
import { mergeConfig } from '../../config/merge-config.ts'
import { slowSubsRoot } from '../../config/roots/slow-subs-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatFault } from '../../http/format-erlang.ts'
import type { Cluster, ClusterEvents } from '../../mqtt/node/cluster.ts'
import type { CompletedDelivery } from '../../mqtt/session/completed-delivery.ts'

/** Ranks the subscriptions with late deliveries: the slowest of each node, until the rows expire. */
class SlowSubscriptions {
  readonly #cluster: Cluster
  readonly #now: () => number
  #settings: SlowSubsConfig
  /** The rows by node, then by client and topic. */
  readonly #nodes = new Map<string, Map<string, SlowDelivery>>()
  #stopMeasuring: (() => void) | undefined
  readonly #stops: readonly (() => void)[]

  constructor({ cluster, config, now }: SlowSubscriptionsDeps) {
    this.#cluster = cluster
    this.#now = now
    this.#settings = config.get(slowSubsRoot)
    this.#follow(this.#settings)
    this.#stops = [
      config.onChange(slowSubsRoot, (settings) => this.#follow(settings)),
      cluster.on('node-stopped', ({ node }) => this.#nodes.delete(node)),
    ]
  }

  /** Lists the rows, slowest first. */
  list(): readonly SlowDelivery[] {
    for (const rows of this.#nodes.values()) this.#expire(rows)
    const all = [...this.#nodes.values()].flatMap((rows) => [...rows.values()])
    return all.sort((a, b) => b.timespan - a.timespan).slice(0, maxSlowSubscriptions)
  }

  clear(): void {
    this.#nodes.clear()
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#stopMeasuring?.()
  }

  #follow(settings: SlowSubsConfig): void {
    // Latencies of different kinds are not comparable.
    if (!settings.enable || settings.stats_type !== this.#settings.stats_type) this.clear()
    this.#settings = settings
    this.#stopMeasuring?.()
    if (!settings.enable) {
      this.#stopMeasuring = undefined
      return
    }
    const kind = settings.stats_type
    const threshold = parseDuration(settings.threshold) ?? 0
    const size = Math.min(settings.top_k_num, maxSlowSubscriptions)
    for (const rows of this.#nodes.values()) while (rows.size > size) rows.delete(fastest(rows))
    this.#stopMeasuring = this.#cluster.on('completed', ({ session, delivery }) => {
      // A message published before the session began is old, not late.
      if (delivery.publishAt <= session.createdAt) return
      const timespan = latency(kind, delivery, this.#now())
      if (timespan > threshold) this.#rank(session, delivery.topic, timespan, size)
    })
  }

  #rank(session: ClusterEvents['completed']['session'], topic: string, timespan: number, size: number): void {
    const { clientid, node } = session
    const rows = this.#nodes.get(node) ?? new Map<string, SlowDelivery>()
    this.#nodes.set(node, rows)
    const key = JSON.stringify([clientid, topic])
    const before = rows.get(key)
    // As in EMQX, a row shows the longest latency, and stays until a longer one replaces it or the row expires.
    if (before !== undefined && timespan <= before.timespan && !this.#isExpired(before)) return
    if (before === undefined && rows.size >= size) {
      this.#expire(rows)
      const last = fastest(rows)
      if (rows.size >= size && (rows.get(last)?.timespan ?? 0) >= timespan) return
      if (rows.size >= size) rows.delete(last)
    }
    rows.set(key, { clientid, topic, node, timespan, at: this.#now() })
  }

  #isExpired({ at }: SlowDelivery): boolean {
    return this.#now() - at > (parseDuration(this.#settings.expire_interval) ?? Number.POSITIVE_INFINITY)
  }

  #expire(rows: Map<string, SlowDelivery>): void {
    for (const [key, row] of rows) if (this.#isExpired(row)) rows.delete(key)
  }
}

export const slowSubscriptionsApi = apiResource({
  endpoints: slowSubscriptions,
  uses: ['cluster', 'config', 'now'],
  state: (pieces) => ({ slowSubscriptions: new SlowSubscriptions(pieces) }),
  handlers: {
    list(_received, { slowSubscriptions }) {
      const data = slowSubscriptions.list().map(({ at, ...row }) => ({ ...row, last_update_time: at }))
      return { status: 200, body: { data } }
    },

    clear(_received, { slowSubscriptions }) {
      slowSubscriptions.clear()
      return { status: 204, body: undefined }
    },

    getSettings: (_received, { config }) => ({ status: 200, body: config.get(slowSubsRoot) }),

    async putSettings({ body }, { config }) {
      const merged = mergeConfig(config.document(slowSubsRoot.name), body)
      const checked = checkConfig(slowSubsRoot.schema, merged, [slowSubsRoot.name])
      if ('faults' in checked) {
        const terms = checked.faults.map(formatFault).join(',')
        const told = checked.faults.length === 1 ? terms : `[${terms}]`
        throw refusal(400, 'BAD_REQUEST', `Update slow subs config failed ${told}`)
      }
      return { status: 200, body: await config.write(slowSubsRoot, checked.value) }
    },
  },
})

interface SlowDelivery {
  readonly clientid: string
  readonly topic: string
  readonly node: string
  /** The latency, in milliseconds. */
  readonly timespan: number
  /** The time of the delivery, in milliseconds since the epoch. */
  readonly at: number
}

interface SlowSubscriptionsDeps {
  readonly cluster: Cluster
  readonly config: Config
  readonly now: () => number
}

function latency(kind: LatencyKind, { queuedAt, sentAt }: CompletedDelivery, now: number): number {
  if (kind === 'internal') return sentAt - queuedAt
  return kind === 'response' ? now - sentAt : now - queuedAt
}

function fastest(rows: ReadonlyMap<string, SlowDelivery>): string {
  let found = ''
  let least = Number.POSITIVE_INFINITY
  for (const [key, { timespan }] of rows) {
    if (timespan >= least) continue
    found = key
    least = timespan
  }
  return found
}
